package import Filesystem
internal import LibC

/// Runs a command line with `/bin/sh`, outside any sandbox.
///
/// The shell leads its own process group, so that everything it started can be stopped, and has
/// empty standard input. Processes that outlive a successful command line, such as services, keep
/// running.
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

  /// Runs the line and returns how it ended. Blocks the thread.
  ///
  /// - Parameter receive: Receives each chunk of output.
  /// - Throws: ``FileError`` if the shell cannot be started, or the error of `receive`.
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
      // A process that outlives the shell may keep the output open, or write forever.
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
    // The signal that cannot be ignored has ended the rest.
    if ended != nil { process.endGroup(atOnce: true) }
    let end = try process.end()
    if let failure { throw failure }
    if let (reason, _) = ended { return reason }
    return switch end {
    case .code(let code): .code(code)
    case .signal(let number): .signal(number)
    }
  }

  /// Returns the reason to stop the process now, or `nil` if there is none.
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
