internal import LibC

/// The device and the number of a file, which stay the same if it is renamed, and differ from those
/// of a file that takes its place.
struct StoreFileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Finds the file at `path`, or returns `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
