internal import CPosix
internal import LibC

/// The status of an entry in the file system (stat(2)).
package struct FileStatus: Hashable, Sendable {
  /// The type of an entry.
  package enum Kind: Sendable {
    case file, directory, link, pipe, device
    /// Anything else, such as a socket.
    case other
  }

  package let kind: Kind
  /// The size, in bytes.
  package let size: Int
  /// The twelve permission bits, including setuid, setgid, and sticky.
  package let permissions: UInt16
  /// The user id of the owner.
  package let owner: UInt32
  /// The id of the group.
  package let group: UInt32
  /// The time of the last change of the contents, in seconds since 1970.
  package let modified: Int64
  /// The time of the last change of the contents or of the status itself, in nanoseconds since
  /// 1970. Unlike ``modified``, no program can set it.
  package let changed: Int64
  /// The device. Together with `inode`, it identifies a file.
  package let device: UInt64
  package let inode: UInt64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFCHR, S_IFBLK: .device
      default: .other
      }
    size = Int(status.st_size)
    permissions = UInt16(status.st_mode & 0o7777)
    owner = status.st_uid
    group = status.st_gid
    #if canImport(Darwin)
      modified = Int64(status.st_mtimespec.tv_sec)
      let time = status.st_ctimespec
    #else
      modified = Int64(status.st_mtim.tv_sec)
      let time = status.st_ctim
    #endif
    // A time that does not fit 64 bits is after 2262.
    let seconds = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    changed = seconds.overflow ? .max : seconds.partialValue &+ Int64(time.tv_nsec)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Whether any executable bit is set.
  package var isExecutable: Bool { permissions & 0o111 != 0 }
}
