/// The minimum speed of all transfers together.
struct MinimumSpeed: Sendable {
  /// The number of bytes per second, or 0 for no minimum.
  let bytesPerSecond: Int
  /// The time over which the speed is averaged.
  let window: Duration
}

/// Measures the speed of all transfers together. Confined to the transfer thread.
///
/// libcurl's own limit (CURLOPT_LOW_SPEED_LIMIT(3)) detects silence, but not a server that sends a
/// little from time to time: it looks only at the last seconds, and starts again after each burst.
final class TransferSpeed {
  private let minimum: MinimumSpeed
  /// The start of the current window. The clock stops while the machine sleeps.
  private var start = SuspendingClock.now
  /// The number of bytes received in the current window.
  private var received = 0

  init(_ minimum: MinimumSpeed) { self.minimum = minimum }

  /// Starts a window. Call this when the first transfer starts.
  func restart() {
    start = .now
    received = 0
  }

  /// Records that data arrived.
  func record(_ byteCount: Int) { received += byteCount }

  /// Returns the start of the window that has just ended, if its speed was below the minimum. Call
  /// this about once a second while transfers run.
  func startOfSlowWindow() -> SuspendingClock.Instant? {
    let elapsed = SuspendingClock.now - start
    guard elapsed >= minimum.window else { return nil }
    let (slowStart, slowReceived) = (start, received)
    restart()
    return Double(slowReceived) < Double(minimum.bytesPerSecond) * (elapsed / .seconds(1))
      ? slowStart : nil
  }
}
