package import Filesystem
internal import LibC

/// A command line that `/bin/sh` runs for the user, outside of any sandbox.
///
/// It leads a session of its own, so that all it has started can be ended, and has nothing on
/// standard input. The session has no terminal, so a question fails at once instead of waiting for
/// an answer. What it leaves running after a success, such as a service, goes on.
package struct ShellRun: Sendable {
  /// How long a command line may run.
  package struct Limits: Sendable {
    package let total: Duration
    /// The time without any output.
    package let silence: Duration

    /// Creates limits. See the properties.
    package init(total: Duration, silence: Duration) {
      self.total = total
      self.silence = silence
    }

    /// The limits of a line of a hook's `run`.
    package static let run = Limits(total: .seconds(3600), silence: .seconds(600))
    /// The limits of a hook's `check`.
    package static let check = Limits(total: .seconds(30), silence: .seconds(30))
  }

  /// How a command line ended.
  package enum End: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
    case timeLimit(Duration, isSilence: Bool)
    /// The task was canceled.
    case interrupted
  }

  private static let shell: FilePath = "/bin/sh"
  /// The time between two looks at the process, in milliseconds.
  private static let interval: Int32 = 50
  /// The time that a process has to end after a request.
  private static let grace = Duration.seconds(5)

  /// The number of pieces of output that are read after the end of the shell.
  private static let maximumLateReads = 64

  private let line: String
  private let folder: FilePath
  private let environment: Environment
  private let limits: Limits

  /// Creates a run of `line` in `folder`.
  package init(
    _ line: String, in folder: FilePath, _ environment: Environment, _ limits: Limits
  ) {
    self.line = line
    self.folder = folder
    var environment = environment
    environment.set("PWD", to: folder.bytes)
    self.environment = environment
    self.limits = limits
  }

  /// What runs until the process is recorded. If this program dies before, the line never runs.
  private static let gate = #"read -r _ <&3 || exit; exec 3<&-; exec "$0" -e -c "$1" sh"#

  /// Runs the line and returns how it ended. Blocks the thread.
  ///
  /// - Parameters:
  ///   - record: Called with the process before it runs the line, or with `nil` if the system does
  ///     not tell when it started.
  ///   - receive: Called with each piece of output.
  /// - Throws: ``FileError`` if the shell cannot be started, or that of `record` or `receive`.
  package func run(
    record: (ProcessIdentity?) throws(FileError) -> Void = { _ in },
    receive: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) -> End {
    let process = try start(record)
    var stop = Stop(limits)
    var failure: FileError?
    var lateReads = 0
    while true {
      // What the shell has left running may keep the output open, or write without end.
      let hasEnded = process.hasEnded
      if hasEnded { lateReads += 1 }
      if lateReads > Self.maximumLateReads { break }
      do throws(FileError) {
        if let bytes = try Self.output(of: process, hasEnded) {
          stop.lastOutput = .now
          if failure == nil { try receive(bytes[...]) }
          continue
        }
      } catch {
        failure = failure ?? error
      }
      if hasEnded { break }
      stop.step(process, hasFailed: failure != nil)
    }
    // Whatever ignored the request has ended by now.
    if stop.reason != nil { process.endGroup(atOnce: true) }
    let end = try process.end()
    if let failure { throw failure }
    return stop.reason ?? End(end)
  }

  /// Starts the shell, which runs the line once `record` has returned.
  private func start(
    _ record: (ProcessIdentity?) throws(FileError) -> Void
  ) throws(FileError) -> StartedProcess {
    let words = ["sh", "-c", Self.gate, Self.shell.string, line].map { Array($0.utf8) }
    var gate: FileDescriptor?
    let process = try StartedProcess(
      leadingSession: Self.shell, arguments: words, environment: environment, in: folder,
      gate: &gate)
    do throws(FileError) {
      try record(process.identity)
      try gate?.write("\n".utf8)
    } catch {
      process.endGroup(atOnce: true)
      _ = try? process.end()
      throw error
    }
    return process
  }

  /// Waits a moment for output, and returns it, or `nil` if there is none.
  private static func output(
    of process: borrowing StartedProcess, _ hasEnded: Bool
  ) throws(FileError) -> [UInt8]? {
    guard process.awaitOutput(milliseconds: hasEnded ? 0 : interval) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = try process.output.read(intoStartOf: &buffer)
    if count > 0 { return Array(buffer[..<count]) }
    // The shell has closed its output, but still runs.
    if !hasEnded { usleep(UInt32(interval) * 1000) }
    return nil
  }

  /// The end of a process before its time.
  private struct Stop {
    private let limits: Limits
    private let start = ContinuousClock.now
    var lastOutput = ContinuousClock.now
    /// Why the process must end, or `nil` if it need not.
    private(set) var reason: End?
    private var asked = ContinuousClock.now

    init(_ limits: Limits) { self.limits = limits }

    /// Decides whether the process must end, asks it to, and ends it if it does not.
    mutating func step(_ process: borrowing StartedProcess, hasFailed: Bool) {
      let now = ContinuousClock.now
      if reason != nil {
        if now - asked > ShellRun.grace { process.endGroup(atOnce: true) }
        return
      }
      if CancellationFlag.isCurrentSet || hasFailed {
        reason = .interrupted
      } else if now - start >= limits.total {
        reason = .timeLimit(limits.total, isSilence: false)
      } else if now - lastOutput >= limits.silence {
        reason = .timeLimit(limits.silence, isSilence: true)
      } else {
        return
      }
      asked = now
      process.endGroup(atOnce: false)
    }
  }
}

extension ShellRun.End {
  fileprivate init(_ end: StartedProcess.End) {
    self =
      switch end {
      case .code(let code): .code(code)
      case .signal(let number): .signal(number)
      }
  }
}
