internal import CPosix
internal import LibC

/// The system's real-time clock.
package enum WallClock {
  /// The seconds since 1970 (time(2)).
  package static var now: Int64 { Int64(time(nil)) }

  /// The nanoseconds since 1970 (clock_gettime(2)), for ordering events.
  package static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(seconds: Int64(time.tv_sec), Int64(time.tv_nsec))
  }

  /// Waits for some milliseconds, or less if a signal arrives (usleep(3)).
  package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Returns a time in nanoseconds since 1970. A time that does not fit 64 bits, which is one
  /// before 1677 or after 2262, becomes the first or last time that does.
  package static func nanoseconds(seconds: Int64, _ nanoseconds: Int64 = 0) -> Int64 {
    let (whole, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isFarther) = whole.addingReportingOverflow(nanoseconds)
    return isTooFar || isFarther ? (seconds < 0 ? .min : .max) : sum
  }
}
