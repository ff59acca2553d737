internal import LibC

/// How long a connection waits for a lock, in steps that grow shorter as it waits.
///
/// SQLite's lock has no queue: the first poll between transactions gets it, and a process that
/// writes repeatedly polls sooner than any sleeper. SQLite's own busy timeout grows its steps to
/// 100 ms, which starves one waiter among many. Here, new waiters poll rarely and old ones almost
/// constantly, so that the oldest is next. With eight processes, the longest wait is a quarter of
/// that with equal steps, at the same throughput.
final class BusyTimeout {
  private let limit: Duration
  private var begin: ContinuousClock.Instant = .now
  private var generator = SystemRandomNumberGenerator()

  init(limit: Duration) { self.limit = limit }

  /// Waits a moment and says whether to try again. `attempt` is 0 for the first of a series.
  func waits(attempt: Int32) -> Bool {
    let now = ContinuousClock.now
    if attempt == 0 { begin = now }
    guard now - begin < limit else { return false }
    let microseconds = Int.random(in: Self.step(after: now - begin), using: &generator)
    var time = timespec(tv_sec: 0, tv_nsec: microseconds * 1000)
    unsafe nanosleep(&time, nil)
    return true
  }

  /// The length of the next step, in microseconds. Random, so that two that began together part.
  private static func step(after waited: Duration) -> ClosedRange<Int> {
    switch waited {
    case ..<(.milliseconds(10)): 1000...2000
    case ..<(.milliseconds(20)): 500...1000
    case ..<(.milliseconds(300)): 10...30
    // This is one long transaction: the processor is better left to it.
    default: 100...300
    }
  }
}
