internal import CPosix
internal import LibC

/// What the file system says of an entry (stat(2)).
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable {
    case file, directory, link, other
  }

  package let kind: Kind
  /// Bytes.
  package let size: Int
  /// The twelve permission bits.
  package let permissions: UInt16
  package let owner: UInt32
  /// Seconds since 1970.
  package let modified: Int64
  /// With `inode`, one and the same file.
  package let device: UInt64
  package let inode: UInt64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    size = Int(status.st_size)
    permissions = UInt16(status.st_mode & 0o7777)
    owner = status.st_uid
    #if canImport(Darwin)
      modified = Int64(status.st_mtimespec.tv_sec)
    #else
      modified = Int64(status.st_mtim.tv_sec)
    #endif
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
  }

  package var isExecutable: Bool { permissions & 0o111 != 0 }
}
