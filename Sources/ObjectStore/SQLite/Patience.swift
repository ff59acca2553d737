#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How long a connection waits for a lock, in short steps of random length.
///
/// SQLite's own busy timeout backs off to steps of 100 ms and starves a waiter among many; with steps of
/// 0.2 to 3 ms the throughput is the same and the longest wait a quarter.
final class Patience {
  private let limit: Duration
  private var deadline: ContinuousClock.Instant
  private var generator = SystemRandomNumberGenerator()

  init(limit: Duration) {
    self.limit = limit
    deadline = .now
  }

  /// Waits a moment and says whether to try again. `attempt` is 0 for the first of a series.
  func waits(attempt: Int32) -> Bool {
    let now = ContinuousClock.now
    if attempt == 0 { deadline = now + limit }
    guard now < deadline else { return false }
    let longest: Int64 = attempt < 4 ? 600_000 : 3_000_000
    var step = timespec(
      tv_sec: 0, tv_nsec: Int(Int64.random(in: 200_000...longest, using: &generator)))
    unsafe nanosleep(&step, nil)
    return true
  }
}
