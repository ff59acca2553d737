package import Diagnostics
package import Filesystem
internal import SourceKinds

/// The folders that the `file:` addresses of a project and its indexes must not leave.
///
/// Otherwise a stranger's project could find out the digest of any file of the user: it would
/// appear in the lock, or in a message about a file that does not match.
package struct FileBoundary: Sendable {
  private let project: FilePath
  private let index: FilePath?

  /// Creates the boundary of the files in the project in `project`, and of those in the folder
  /// `index`. That folder counts only if it has an index: a lock could name any folder.
  package init(project: FilePath, index: FilePath? = nil) {
    self.project = project
    self.index = index
  }

  /// A reason a file is not opened.
  package enum Failure: Error, Hashable, Sendable {
    case fault(SourceProblem.Fault)
    case file(FileError)
  }

  /// Opens the file at `path` and returns the result of `body`. Never waits, even if `path` is
  /// a pipe.
  ///
  /// - Throws: ``Failure`` if the file is missing, lies outside of all folders after symbolic links
  ///   are resolved, is not a regular file, or cannot be opened, or if `body` throws.
  package func read<Value>(
    _ path: FilePath, _ body: (borrowing FileDescriptor) throws(FileError) -> Value
  ) throws(Failure) -> Value {
    let resolved: FilePath
    let status: FileStatus?
    let isInside: Bool
    do {
      resolved = try path.resolvingLinks()
      status = try resolved.status()
      isInside = try contains(resolved)
    } catch {
      throw error.isMissing ? .fault(.answer(.noFile(path: path.string))) : .file(error)
    }
    guard isInside else { throw .fault(.answer(.foreignFile(path: path.string))) }
    // The kind is checked before the file is opened, because opening a device can have effects.
    guard status?.kind == .file else { throw .fault(.answer(.irregularFile(path: path.string))) }
    do {
      return try body(FileDescriptor.open(resolved, .read))
    } catch {
      throw .file(error)
    }
  }

  /// Returns whether `path`, which must have no symbolic links, is in one of the folders.
  ///
  /// - Throws: ``FileError`` if the system cannot tell. The file is then not a foreign one.
  private func contains(_ path: FilePath) throws(FileError) -> Bool {
    if try path.relative(to: project.resolvingLinks()) != nil { return true }
    guard let index, try index.appending(DirectoryKind.indexName).status() != nil else {
      return false
    }
    return try path.relative(to: index.resolvingLinks()) != nil
  }
}
