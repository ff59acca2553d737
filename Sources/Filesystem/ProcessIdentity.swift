internal import CPosix
internal import LibC

/// A process, as distinct from a later one that gets the same id.
package struct ProcessIdentity: Hashable, Sendable {
  /// The id of the process.
  package let process: Int32
  /// The time at which the process started, in the system's own words. Without spaces.
  package let start: String

  /// Creates an identity that was recorded earlier.
  package init(_ process: Int32, start: String) {
    self.process = process
    self.start = start
  }

  /// Finds the identity of a process. Returns `nil` if no such process runs, or if the system does
  /// not tell when it started.
  package init?(of process: Int32) {
    guard process > 0, let start = Self.start(of: process) else { return nil }
    self.init(process, start: start)
  }

  /// Whether the process still runs.
  package var isRunning: Bool { Self.start(of: process) == start }

  /// Asks the process group that the process leads to end (kill(2) with SIGTERM), or ends it at
  /// once (SIGKILL).
  package func endGroup(atOnce: Bool) { kill(-process, atOnce ? SIGKILL : SIGTERM) }

  #if os(Linux)
    /// Returns the boot of the system, and the time since then (proc_pid_stat(5), field 22). A
    /// process that has ended but that nobody has waited for does not run.
    private static func start(of process: Int32) -> String? {
      guard let stat = try? FilePath("/proc/\(process)/stat").contents(limit: 4096),
        let boot = try? FilePath("/proc/sys/kernel/random/boot_id").contents(limit: 64),
        // The name of the program, in parentheses, may contain anything.
        let end = stat.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
      guard fields.count > 19, !["Z", "X"].contains(String(decoding: fields[0], as: UTF8.self))
      else { return nil }
      let name = boot.prefix { $0 > 0x20 }
      return String(decoding: name + [UInt8(ascii: "/")] + fields[19], as: UTF8.self)
    }
  #else
    /// Returns the time in microseconds since 1970.
    private static func start(of process: Int32) -> String? {
      let time = bootstrap_process_start(process)
      return time == 0 ? nil : String(time)
    }
  #endif
}
