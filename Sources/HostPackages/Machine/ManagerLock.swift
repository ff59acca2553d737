internal import Filesystem

/// A lock that a package manager holds while it changes the system.
enum ManagerLock: Sendable {
  /// A file that a process has locked in the kernel (fcntl(2), flock(2)).
  case kernel(String)
  /// A file that exists while the lock is held.
  case file(String)

  /// Returns a description of the process that holds the lock, or `nil` if nobody holds it. The
  /// description is empty if the process is unknown.
  func holder(on machine: HostMachine) -> String? {
    switch self {
    case .kernel(let path):
      guard let status = (try? machine.path(path).status()) ?? nil else { return nil }
      return Self.processID(lockingInode: status.inode, device: status.device, on: machine)
        .map { Self.description(of: $0, on: machine) }
    case .file(let path): return machine.path(path).exists ? "" : nil
    }
  }

  /// Returns the process that holds a lock on a file, or `nil` if there is none.
  ///
  /// This reads the system's table of locks (proc_locks(5)), because only root may open the file.
  /// macOS has no such table, and its managers do not need it.
  private static func processID(
    lockingInode inode: UInt64, device: UInt64, on machine: HostMachine
  ) -> Int? {
    let table = (try? machine.path("/proc/locks").contents(limit: 1 << 22)) ?? []
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      // `1: POSIX  ADVISORY  WRITE 4711 fd:01:1234 0 EOF`. `->` marks a waiting process.
      let words = line.split(separator: " ")
      guard words.count >= 8, words[1] != "->", let process = Int(words[4]) else { continue }
      let place = words[5].split(separator: ":")
      guard place.count == 3, UInt64(place[2]) == inode,
        let major = UInt64(place[0], radix: 16), let minor = UInt64(place[1], radix: 16)
      else { continue }
      // On some file systems, the table and stat(2) have different device numbers. Both are then
      // virtual devices, whose major number is 0.
      let (ownMajor, ownMinor) = numbers(of: device)
      if (major, minor) == (ownMajor, ownMinor) || major == 0 && ownMajor == 0 { return process }
    }
    return nil
  }

  /// Splits a device number as Linux does (makedev(3)).
  private static func numbers(of device: UInt64) -> (major: UInt64, minor: UInt64) {
    (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
  }

  private static func description(of process: Int, on machine: HostMachine) -> String {
    let name = (try? machine.path("/proc/\(process)/comm").contents(limit: 64)) ?? []
    let text = OutputLog.plain(name.prefix { $0 != UInt8(ascii: "\n") })
    return text.isEmpty ? "process \(process)" : "\(text) (process \(process))"
  }
}
