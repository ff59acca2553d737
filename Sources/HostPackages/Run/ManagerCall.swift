internal import Diagnostics
internal import Filesystem
internal import LibC

/// A call of a package manager's program, which runs in `/` with empty standard input.
///
/// The program stays in the terminal's foreground process group, so that `sudo` can ask for a
/// password and Ctrl-C reaches the program.
struct ManagerCall {
  /// How a call ended.
  enum End {
    case ended(BuildProblem.End)
    /// The program printed nothing for too long, and was stopped.
    case silence
    /// The task was canceled, and the program has ended.
    case interrupted
  }

  let program: FilePath
  let arguments: [String]
  let environment: Environment
  let limits: ManagerLimits
  /// Signals a program that runs as another user, which this process may not do itself. `nil` if
  /// programs run as the same user.
  let proxy: ((StartedProcess.EndSignal, Int32) -> Void)?

  /// The time to wait for output, in milliseconds.
  private static let interval: Int32 = 100
  /// How long to wait before passing on Ctrl-C, which the terminal also sends to the program. A
  /// manager that is installing finishes first. It gets no other signal, because half-installed
  /// packages would need repair.
  private static let interruptDelay = Duration.seconds(1)

  /// Runs the program and passes on what it prints.
  ///
  /// - Parameter isCancelable: Whether canceling the task stops the program.
  /// - Throws: ``FileError`` if the program cannot be started, or the error of `receive`, after the
  ///   program has ended.
  func run(
    isCancelable: Bool = true, _ receive: (ArraySlice<UInt8>) throws(FileError) -> Void
  ) throws(FileError) -> End {
    let words = [Array(program.bytes)] + arguments.map { Array($0.utf8) }
    let process = try StartedProcess(
      program, arguments: words, environment: environment, receivesSignals: true)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var lastOutput = ContinuousClock.now
    var stop = Stop()
    var failure: FileError?
    while true {
      // A service that the program started may hold the output open.
      let hasEnded = process.hasEnded
      if process.awaitOutput(milliseconds: hasEnded ? 0 : Self.interval) {
        let count = try process.output.read(intoStartOf: &buffer)
        if count == 0 { break }
        lastOutput = .now
        do throws(FileError) { try receive(buffer[..<count]) } catch { failure = failure ?? error }
      } else if hasEnded {
        break
      }
      let isCanceled = isCancelable && CancellationFlag.isCurrentSet
      step(&stop, process, since: lastOutput, isCanceled: isCanceled, hasFailed: failure != nil)
    }
    let end = try process.end()
    if let failure { throw failure }
    if stop.isInterruption { return .interrupted }
    if stop.start != nil { return .silence }
    return switch end {
    // Ctrl-C reached the program before this process.
    case .signal(SIGINT), .code(130): .interrupted
    case .code(let code): .ended(.code(code))
    case .signal(let number): .ended(.signal(number))
    }
  }

  /// The decision to stop a program early.
  private struct Stop {
    /// The time of the decision.
    var start: ContinuousClock.Instant?
    /// Whether the task was canceled.
    var isInterruption = false
    /// The signals sent so far.
    var sent: Set<StartedProcess.EndSignal> = []
  }

  /// Decides whether to stop the program, and sends the next signal.
  private func step(
    _ stop: inout Stop, _ process: borrowing StartedProcess,
    since lastOutput: ContinuousClock.Instant, isCanceled: Bool, hasFailed: Bool
  ) {
    let now = ContinuousClock.now
    if stop.start == nil {
      if isCanceled || hasFailed {
        stop.start = now
        stop.isInterruption = !hasFailed
      } else if now - lastOutput >= limits.silence {
        stop.start = now
      }
    }
    guard let start = stop.start else { return }
    let isSoft = stop.isInterruption || hasFailed
    if isSoft {
      if now - start >= Self.interruptDelay { send(.interrupt, process, &stop) }
    } else {
      send(.termination, process, &stop)
      if now - start >= limits.grace { send(.kill, process, &stop) }
    }
  }

  private func send(
    _ signal: StartedProcess.EndSignal, _ process: borrowing StartedProcess, _ stop: inout Stop
  ) {
    guard stop.sent.insert(signal).inserted, !process.send(signal) else { return }
    proxy?(signal, process.processID)
  }
}
