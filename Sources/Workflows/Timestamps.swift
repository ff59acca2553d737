#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The clock on the wall.
package enum Timestamps {
  /// Seconds since 1970 (time(2)).
  package static var now: Int64 { Int64(time(nil)) }
}
