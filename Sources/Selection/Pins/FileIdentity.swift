internal import CShim

/// The identity of one state of a file or folder: its inode, size, and times of change. It is part
/// of the name of a seal, a file that certifies what the main program found in this state.
///
/// The device is left out, because its number may change at each start of the system, as on macOS.
/// ``withDevice(of:)`` returns it apart.
///
/// The seal of a lock is in `shims/.locks`, and its name also contains the folder in which the lock
/// was found. A lock that is moved to another folder, or linked there, is not sealed there, because
/// the user's consent is for one folder. The main program seals a lock that it has read if the lock
/// has the form that the `lock` command writes and the routes list all of its executables. The shim
/// need not read all of a sealed lock: it finds the tools of the executable's route by binary
/// search.
///
/// The other seals are those of installations (``BuildSeal``) and that of the shims.
package struct FileIdentity: Equatable {
  /// The inode, size, time of the last modification, and time of the last status change.
  private let words: [UInt64]
  /// The time of the last status change (`st_ctim`), in nanoseconds since 1970.
  package let changed: Int64

  /// Creates the identity of the file or folder with this status.
  init(_ status: shim_status) {
    changed = status.changed
    words = [
      status.inode, UInt64(status.size), UInt64(bitPattern: status.modified),
      UInt64(bitPattern: status.changed),
    ]
  }

  /// Reads the identity of the file or folder at `path`, or returns `nil` if its status cannot be
  /// read.
  package init?(of path: PathText) {
    guard let status = Self.status(of: path) else { return nil }
    self.init(status)
  }

  /// Reads the identity of an open file, or returns `nil` if its status cannot be read.
  package init?(ofOpenFile descriptor: Int32) {
    var status = shim_status()
    guard unsafe shim_status_of_open(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the identity and the device of the file or folder at `path`, or returns `nil` if its
  /// status cannot be read.
  package static func withDevice(
    of path: PathText
  ) -> (identity: FileIdentity, device: UInt64)? {
    guard let status = status(of: path) else { return nil }
    return (FileIdentity(status), status.device)
  }

  private static func status(of path: PathText) -> shim_status? {
    var status = shim_status()
    let failure = unsafe path.withCString { unsafe shim_status_of(path.directory, $0, &status) }
    return failure == 0 ? status : nil
  }

  /// Returns whether two paths lead to the same file or folder. False if one of them leads nowhere.
  package static func isSameFile(_ left: PathText, _ right: PathText) -> Bool {
    guard let first = status(of: left), let second = status(of: right) else { return false }
    return first.device == second.device && first.inode == second.inode
  }

  /// The number of the rule for what is checked before a lock is sealed. Seals of another rule do
  /// not count.
  private static let rule: UInt64 = 3

  /// Returns the name of the seal: the numbers in hexadecimal, separated by dashes.
  ///
  /// - Parameter subject: The first 64 bits of the SHA-256 digest of what else the seal is for. For
  ///   a lock, this is the path of its folder as the search for pins reaches it: absolute and
  ///   without symbolic links.
  package func sealName(forSubjectWithDigest subject: UInt64) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity((words.count + 2) * 17)
    for word in words + [subject, Self.rule] {
      if !name.isEmpty { name.append(UInt8(ascii: "-")) }
      var shift = (63 - word.leadingZeroBitCount) & ~3
      while shift >= 0 {
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
        name.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        shift -= 4
      }
    }
    return name
  }
}
