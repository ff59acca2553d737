package import Filesystem
internal import LibC

/// Runs a command line with `/bin/sh`, outside any sandbox.
///
/// The shell leads its own session, so that everything it started can be stopped, and has empty
/// standard input. The session has no terminal, so a question fails at once instead of waiting for
/// an answer. Processes that outlive a successful command line, such as services, keep running.
package struct ShellRun: Sendable {
  /// The time limits of a command line.
  package struct Limits: Sendable {
    package let total: Duration
    /// The maximum time without output.
    package let silence: Duration

    /// Creates limits. See the properties.
    package init(total: Duration, silence: Duration) {
      self.total = total
      self.silence = silence
    }

    /// The limits of each line in a hook's `run`.
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
  /// The time between two checks of the process, in milliseconds.
  private static let interval: Int32 = 50
  /// The time between asking a process to end and killing it.
  private static let grace = Duration.seconds(5)

  /// The maximum number of output chunks to read after the shell has ended.
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

  /// The script that waits until the process is recorded, and then runs the line. If this process
  /// dies before that, the line never runs.
  private static let gate = #"read -r _ <&3 || exit; exec 3<&-; exec "$0" -e -c "$1" sh"#

  /// Runs the line and returns how it ended. Blocks the thread.
  ///
  /// - Parameters:
  ///   - record: Receives the process before it runs the line, or `nil` if its start time is
  ///     unknown.
  ///   - receive: Receives each chunk of output.
  /// - Throws: ``FileError`` if the shell cannot be started, or the error of `record` or `receive`.
  package func run(
    record: (ProcessIdentity?) throws(FileError) -> Void = { _ in },
    receive: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) -> End {
    let process = try start(record)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var stop = Stop(limits)
    var failure: FileError?
    var lateReads = 0
    while true {
      // A process that outlives the shell can keep the output open, or write forever.
      let hasEnded = process.hasEnded
      if hasEnded { lateReads += 1 }
      if lateReads > Self.maximumLateReads { break }
      do throws(FileError) {
        let count = try Self.read(from: process, into: &buffer, hasEnded)
        if count > 0 {
          stop.lastOutput = .now
          if failure == nil { try receive(buffer[..<count]) }
          continue
        }
      } catch {
        failure = failure ?? error
      }
      if hasEnded { break }
      stop.step(process, hasFailed: failure != nil)
    }
    // Some processes may have ignored the request to end.
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

  /// Waits for output for one ``interval``, and returns the number of bytes read, which can be 0.
  private static func read(
    from process: borrowing StartedProcess, into buffer: inout [UInt8], _ hasEnded: Bool
  ) throws(FileError) -> Int {
    guard process.awaitOutput(milliseconds: hasEnded ? 0 : interval) else { return 0 }
    let count = try process.output.read(intoStartOf: &buffer)
    // The shell can close its output before it ends.
    if count == 0, !hasEnded { usleep(UInt32(interval) * 1000) }
    return count
  }

  /// The decision to stop a process early.
  private struct Stop {
    private let limits: Limits
    private let start = ContinuousClock.now
    var lastOutput = ContinuousClock.now
    /// Why the process is being stopped, or `nil` if it is not.
    private(set) var reason: End?
    private var asked = ContinuousClock.now

    init(_ limits: Limits) { self.limits = limits }

    /// Asks the process to end once a limit is exceeded, and kills it if it does not.
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
