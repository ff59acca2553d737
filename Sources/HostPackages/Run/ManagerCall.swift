internal import Diagnostics
internal import Filesystem
internal import LibC

/// A call of a package manager's program, which runs in `/` with nothing on standard input.
///
/// The program stays in the process group of the terminal, so that `sudo` can ask for a password,
/// and Ctrl-C reaches it.
struct ManagerCall {
  /// How a call ended.
  enum End {
    case ended(BuildProblem.End)
    /// The program printed nothing for too long, and was ended.
    case silence
    /// The task was canceled, and the program has ended.
    case interrupted
  }

  let program: FilePath
  let arguments: [String]
  let environment: Environment
  let limits: ManagerLimits
  /// Sends a signal to a program that runs as another user, to which this process may send none.
  /// `nil` if programs run as the same user.
  let proxy: ((StartedProcess.EndSignal, Int32) -> Void)?

  /// The time to wait for output, in milliseconds.
  private static let interval: Int32 = 100
  /// The time in which a program ends by itself after Ctrl-C, which the terminal has sent to it,
  /// too. A manager that installs just then finishes that first. Nothing else is sent to it, since
  /// packages that are half installed need a repair.
  private static let interruptDelay = Duration.seconds(1)

  /// Runs the program and passes on what it prints.
  ///
  /// - Parameter isCancelable: Whether the program ends early if the task is canceled.
  /// - Throws: ``FileError`` if the program cannot be started, or the error of `receive`, when the
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
      // A service that the program has started may hold the output open.
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
    // Ctrl-C reached the program before this process heard of it.
    case .signal(SIGINT), .code(130): .interrupted
    case .code(let code): .ended(.code(code))
    case .signal(let number): .ended(.signal(number))
    }
  }

  /// The end of a program before its time.
  private struct Stop {
    /// When it was decided.
    var start: ContinuousClock.Instant?
    /// Whether the task was canceled.
    var isInterruption = false
    /// The signals that were sent.
    var sent: Set<StartedProcess.EndSignal> = []
  }

  /// Decides whether the program must end, and sends the next signal.
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
