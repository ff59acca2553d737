internal import Filesystem

/// The device and inode of a store's file. They stay the same if the file is renamed, and differ
/// from those of a file that replaces it.
struct StoreFileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Creates the identity of the file with this status.
  init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }

  /// Finds the file at `path`, or returns `nil` if its status cannot be read.
  init?(of path: String) {
    guard let status = (try? FilePath(path).status()) ?? nil else { return nil }
    self.init(status)
  }
}
