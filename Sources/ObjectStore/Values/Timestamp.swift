internal import Filesystem

/// A point in time, stored as nanoseconds since 1970-01-01T00:00:00Z.
@frozen
@usableFromInline
package struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable, ColumnValue {
  @usableFromInline package static var layout: StorageLayout { .integer64 }
  /// The number of nanoseconds since 1970.
  @usableFromInline package let rawValue: Int64

  /// Creates a time from nanoseconds since 1970.
  @inlinable
  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// Creates a time from whole seconds since 1970. A time that does not fit 64 bits, such as one
  /// after the year 2262, becomes the nearest one that does.
  package init(secondsSince1970 seconds: Int64) {
    self.init(rawValue: WallClock.nanoseconds(seconds: seconds))
  }

  /// The number of whole seconds since 1970, rounded toward zero.
  package var secondsSince1970: Int64 { rawValue / 1_000_000_000 }

  /// The current time of the wall clock.
  package static var now: Timestamp { Timestamp(rawValue: WallClock.nanoseconds) }

  /// Orders times from earlier to later.
  @usableFromInline
  package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.rawValue < rhs.rawValue }
}
