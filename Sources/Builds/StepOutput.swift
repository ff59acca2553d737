internal import Filesystem

/// The output of a running step, which goes to the log and to an observer.
struct StepOutput {
  /// Whether the step has closed its output, so that nothing more comes.
  private(set) var isComplete = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var lastReport = ContinuousClock.now

  /// The time to wait for output, and the minimum time between two reports, in milliseconds.
  private static let interval: Int32 = 100

  /// Waits for output for at most a tenth of a second, and records it.
  ///
  /// - Throws: ``FileError`` if the output cannot be read or recorded.
  mutating func read(
    from process: borrowing StartedProcess, into log: inout OutputLog,
    _ observe: (BuildEvent) -> Void
  ) throws(FileError) {
    if process.awaitOutput(milliseconds: Self.interval) {
      let count = try process.output.read(intoStartOf: &buffer)
      isComplete = count == 0
      if isComplete { try log.finish() } else { try log.add(buffer[..<count]) }
    }
    let now = ContinuousClock.now
    guard isComplete || now - lastReport >= .milliseconds(Int(Self.interval)) else { return }
    let lines = log.takeNewLines()
    if lines.isEmpty { return }
    observe(.output(lines))
    lastReport = now
  }
}
