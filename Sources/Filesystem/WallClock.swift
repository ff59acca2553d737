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
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
