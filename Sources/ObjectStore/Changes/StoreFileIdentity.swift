internal import LibC

/// The device and inode of a store's file. They stay the same if the file is renamed, and differ
/// from those of a file that replaces it.
struct StoreFileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Creates the identity of the file with this status.
  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Finds the file at `path`, or returns `nil` if its status cannot be read.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
