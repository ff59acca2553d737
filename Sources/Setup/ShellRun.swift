package import Filesystem
internal import LibC

/// A command line that `/bin/sh` runs for the user, outside of any sandbox.
///
/// It leads a process group of its own, so that all it has started can be ended, and has nothing on
/// standard input. What it leaves running after a success, such as a service, goes on.
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

  /// Runs the line and returns how it ended. Blocks the thread.
  ///
  /// - Parameter receive: Called with each piece of output.
  /// - Throws: ``FileError`` if the shell cannot be started, or that of `receive`.
  package func run(
    receive: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) -> End {
    let words = ["sh", "-e", "-c", line].map { Array($0.utf8) }
    let process = try StartedProcess(
      leadingGroup: Self.shell, arguments: words, environment: environment, in: folder)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let start = ContinuousClock.now
    var lastOutput = start
    var ended: (reason: End, time: ContinuousClock.Instant)?
    var failure: FileError?
    var lateReads = 0
    while true {
      // What the shell has left running may keep the output open, or write without end.
      let hasEnded = process.hasEnded
      if hasEnded { lateReads += 1 }
      if lateReads > Self.maximumLateReads { break }
      if process.awaitOutput(milliseconds: hasEnded ? 0 : Self.interval) {
        do throws(FileError) {
          let count = try process.output.read(intoStartOf: &buffer)
          if count > 0 {
            lastOutput = .now
            if failure == nil { try receive(buffer[..<count]) }
            continue
          }
          if !hasEnded { usleep(UInt32(Self.interval) * 1000) }
        } catch {
          failure = failure ?? error
        }
      }
      if hasEnded { break }
      let now = ContinuousClock.now
      if let (_, time) = ended {
        if now - time > Self.grace { process.endGroup(atOnce: true) }
      } else if let reason = reason(now, since: start, lastOutput, failure) {
        process.endGroup(atOnce: false)
        ended = (reason, now)
      }
    }
    // Whatever ignored the request has ended by now.
    if ended != nil { process.endGroup(atOnce: true) }
    let end = try process.end()
    if let failure { throw failure }
    if let (reason, _) = ended { return reason }
    return switch end {
    case .code(let code): .code(code)
    case .signal(let number): .signal(number)
    }
  }

  /// Returns why the process must end now, or `nil`.
  private func reason(
    _ now: ContinuousClock.Instant, since start: ContinuousClock.Instant,
    _ lastOutput: ContinuousClock.Instant, _ failure: FileError?
  ) -> End? {
    if CancellationFlag.isCurrentSet || failure != nil { return .interrupted }
    if now - start >= limits.total { return .timeLimit(limits.total, isSilence: false) }
    if now - lastOutput >= limits.silence { return .timeLimit(limits.silence, isSilence: true) }
    return nil
  }
}
