internal import CPosix
internal import LibC

/// The identity of a process, which no later process with the same id has.
package struct ProcessIdentity: Hashable, Sendable {
  /// The id of the process.
  package let process: Int32
  /// The start time, in a format that depends on the system. It contains no spaces.
  package let start: String

  /// Creates an identity that was recorded earlier.
  package init(_ process: Int32, start: String) {
    self.process = process
    self.start = start
  }

  /// Returns the identity of a running process, or `nil` if there is none with this id or its start
  /// time is unknown.
  package init?(of process: Int32) {
    guard process > 0, let start = Self.start(of: process) else { return nil }
    self.init(process, start: start)
  }

  /// Whether the process is still running.
  package var isRunning: Bool { Self.start(of: process) == start }

  /// Asks the process group that the process leads to end (kill(2) with SIGTERM), or kills it
  /// (SIGKILL).
  package func endGroup(atOnce: Bool) { kill(-process, atOnce ? SIGKILL : SIGTERM) }

  #if os(Linux)
    /// Returns the id of the boot, and the time since then (proc_pid_stat(5), field 22). A zombie
    /// counts as ended.
    private static func start(of process: Int32) -> String? {
      guard let stat = try? FilePath("/proc/\(process)/stat").contents(limit: 4096),
        let boot = try? FilePath("/proc/sys/kernel/random/boot_id").contents(limit: 64),
        // The name in the second field, in parentheses, can itself contain parentheses.
        let end = stat.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
      guard fields.count > 19, !["Z", "X"].contains(String(decoding: fields[0], as: UTF8.self))
      else { return nil }
      let name = boot.prefix { $0 > 0x20 }
      return String(decoding: name + [UInt8(ascii: "/")] + fields[19], as: UTF8.self)
    }
  #else
    /// Returns the start time in microseconds since 1970.
    private static func start(of process: Int32) -> String? {
      let time = bootstrap_process_start(process)
      return time == 0 ? nil : String(time)
    }
  #endif
}
