package import Filesystem
internal import Synchronization

/// The manifests, locks, and pin files that a command has read.
///
/// A command reads each of them at most once. All of its parts then see the same text, even if an
/// editor or another process changes a file meanwhile. Files on disk are read again only before
/// they are replaced or sealed.
package final class ManifestFiles: Sendable {
  /// The bytes of the files by path, and `nil` for a file that is missing, or that belongs to
  /// another user and is ignored.
  private let contents = Mutex<[FilePath: [UInt8]?]>([:])

  /// Creates an empty record.
  package init() {}

  /// Returns the bytes of the file at `path`, or `nil` if it is missing. Only the first call for a
  /// file uses `read`. A failed read is not recorded, so each reader throws its own error.
  package func bytes<Failure>(
    of path: FilePath, orRead read: () throws(Failure) -> [UInt8]?
  ) throws(Failure) -> [UInt8]? {
    if let known = contents.withLock({ $0[path] }) { return known }
    let bytes = try read()
    contents.withLock { $0[path] = .some(bytes) }
    return bytes
  }

  /// The paths of the files that were found, in no particular order.
  package var paths: [FilePath] {
    contents.withLock { contents in contents.filter { $0.value != nil }.map(\.key) }
  }

  /// Forgets all files, because the user had time to edit them.
  package func forgetAll() {
    contents.withLock { $0 = [:] }
  }

  /// Forgets the file at `path`, because the command is about to read it for an edit, to write it,
  /// or to remove it.
  package func forget(_ path: FilePath) {
    contents.withLock { _ = $0.removeValue(forKey: path) }
  }

  /// Notes that the command has written the file at `path`.
  package func record(_ bytes: [UInt8], of path: FilePath) {
    contents.withLock { $0[path] = .some(bytes) }
  }
}
