internal import LibC

/// A limit on the wait for a lock, which is polled more often the longer the wait lasts.
///
/// SQLite's lock has no queue. The first poll between two transactions gets it, and a process
/// that writes repeatedly polls sooner than any sleeping one. SQLite's own busy timeout grows
/// its steps to 100 ms, which starves one waiter among many. Here, new waiters poll rarely and
/// old ones almost constantly, so the longest-waiting one is next. With eight processes, the
/// longest wait is a quarter of that with equal steps, at the same throughput.
final class BusyTimeout {
  private let limit: Duration
  private var begin: ContinuousClock.Instant = .now
  private var generator = SystemRandomNumberGenerator()

  init(limit: Duration) { self.limit = limit }

  /// Sleeps for one step and returns whether to try again.
  ///
  /// - Parameter attempt: The number of earlier attempts in this wait; 0 starts a new one.
  func waitBeforeRetry(attempt: Int32) -> Bool {
    let now = ContinuousClock.now
    if attempt == 0 { begin = now }
    guard now - begin < limit else { return false }
    let microseconds = Int.random(in: Self.step(after: now - begin), using: &generator)
    var time = timespec(tv_sec: 0, tv_nsec: microseconds * 1000)
    unsafe nanosleep(&time, nil)
    return true
  }

  /// Returns the length of the next step in microseconds. It is random, so that two waiters that
  /// began together drift apart.
  private static func step(after waited: Duration) -> ClosedRange<Int> {
    switch waited {
    case ..<(.milliseconds(10)): 1000...2000
    case ..<(.milliseconds(20)): 500...1000
    case ..<(.milliseconds(300)): 10...30
    // A long transaction holds the lock. Polling less leaves the processor to it.
    default: 100...300
    }
  }
}
