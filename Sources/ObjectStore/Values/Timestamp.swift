#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A point in time, in nanoseconds since 1970-01-01T00:00:00Z.
@frozen @usableFromInline
package struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, ColumnValue {
  @usableFromInline package static var layout: Layout { .integer64 }
  @usableFromInline package let rawValue: Int64

  @inlinable
  package init(rawValue: Int64) { self.rawValue = rawValue }

  package init(secondsSince1970 seconds: Int64) { self.init(rawValue: seconds * 1_000_000_000) }

  package var secondsSince1970: Int64 { rawValue / 1_000_000_000 }

  /// The system's clock (`clock_gettime`, `CLOCK_REALTIME`).
  package static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(rawValue: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  @usableFromInline
  package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.rawValue < rhs.rawValue }
}
