internal import CPosix
internal import LibC

/// The clock on the wall.
package enum WallClock {
  /// Seconds since 1970 (time(2)).
  package static var now: Int64 { Int64(time(nil)) }

  /// Nanoseconds since 1970 (clock_gettime(2)), for what is put in an order.
  package static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
