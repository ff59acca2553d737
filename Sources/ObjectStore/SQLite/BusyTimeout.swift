internal import Filesystem
internal import LibC

/// A wait for the lock of a writer, up to a limit or until it is canceled. In the first 300 ms,
/// the lock is polled more often the longer the wait lasts; after that, somewhat less often.
///
/// SQLite's lock has no queue. The first process that polls the lock between two transactions gets
/// it, and a process that writes repeatedly polls sooner than any sleeping process. SQLite's own
/// busy timeout lengthens the steps between polls to 100 ms, so when many
/// processes wait, one of them may starve.
/// Here, new waiters poll rarely and older ones almost constantly, so the longest-waiting one is
/// usually next. With eight processes, the longest wait is a quarter of the longest wait with equal
/// steps, at the same throughput. A process that had to wait also gives way before its next
/// transaction (``giveWay()``), which halves the longest wait again.
final class BusyTimeout {
  /// The maximum length of a wait.
  private let limit: Duration
  /// The time when the current wait began.
  private var begin: ContinuousClock.Instant = .now
  /// Whether the current wait has been reported.
  private var isReported = false
  /// Whether the last transaction had to wait for its lock.
  private var hasWaited = false
  private var generator = SystemRandomNumberGenerator()
  private let whileWaiting: @Sendable () -> Void

  /// The length of a wait that is worth a report.
  private static let noticeable = Duration.milliseconds(500)

  /// Creates a wait of at most `limit`. `whileWaiting` is called once in each wait that lasts
  /// noticeably long.
  init(limit: Duration, whileWaiting: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.whileWaiting = whileWaiting
  }

  /// Lets other processes take the lock first if this one had to wait for its last transaction.
  /// Then others are probably waiting now.
  func giveWay() {
    guard hasWaited else { return }
    hasWaited = false
    sleep(microseconds: Int.random(in: 200...400, using: &generator))
  }

  /// Sleeps for one step, the time between two polls, and returns whether to try again. If the
  /// limit is reached, the wait is canceled, or waiting cannot help, returns `false` without
  /// sleeping.
  ///
  /// - Parameters:
  ///   - attempt: The number of earlier attempts in this wait. 0 starts a new wait.
  ///   - failure: The error number of the failed attempt to take the lock.
  func waitBeforeRetry(attempt: Int32, after failure: Int32) -> Bool {
    // SQLite takes this failure to lock a file for the lock of another process.
    if failure == ENOLCK {
      errno = failure
      return false
    }
    if StoreError.isWaitCancelled { return false }
    let now = ContinuousClock.now
    if attempt == 0 { (begin, isReported) = (now, false) }
    guard now - begin < limit else { return false }
    if !isReported, now - begin > Self.noticeable {
      isReported = true
      whileWaiting()
    }
    let microseconds = Int.random(in: Self.step(after: now - begin), using: &generator)
    sleep(microseconds: microseconds)
    hasWaited = true
    return true
  }

  private func sleep(microseconds: Int) {
    var time = timespec(tv_sec: 0, tv_nsec: microseconds * 1000)
    unsafe nanosleep(&time, nil)
  }

  /// Returns the range of lengths for the next step, in microseconds. The length is drawn at
  /// random, so that two waiters that began at the same time do not keep polling at the same time.
  private static func step(after waited: Duration) -> ClosedRange<Int> {
    switch waited {
    case ..<(.milliseconds(10)): 1000...2000
    case ..<(.milliseconds(20)): 500...1000
    case ..<(.milliseconds(300)): 10...30
    // A long transaction holds the lock. Polling less often leaves it more processor time.
    default: 100...300
    }
  }
}
