/// A rule for the values of one property. A `CHECK` constraint enforces it, so it also applies to
/// batches. `nil` satisfies every rule.
@usableFromInline
package struct PropertyRule: Sendable {
  /// The name that violations report.
  let name: String
  /// Returns the condition that the rule imposes on a column.
  let condition: @Sendable (SQLTerm) -> SQLTerm

  private init(_ name: String, _ condition: @escaping @Sendable (SQLTerm) -> SQLTerm) {
    self.name = name
    self.condition = condition
  }

  /// Requires a text that is not empty.
  package static var nonEmpty: PropertyRule {
    PropertyRule("nonEmpty") { .compare($0, .notEqual, .value(.text(""))) }
  }

  /// Requires at most this many characters of text, or bytes of a blob.
  package static func maximumLength(_ limit: Int) -> PropertyRule {
    PropertyRule("maximumLength") {
      .compare(.function("length", [$0]), .atMost, .value(.integer(Int64(limit))))
    }
  }

  /// Requires a value that is not less than `bound`.
  package static func atLeast(_ bound: some ColumnValue) -> PropertyRule {
    let bound = bound.value
    return PropertyRule("atLeast") { .compare($0, .atLeast, .value(bound)) }
  }

  /// Requires a value that is not greater than `bound`.
  package static func atMost(_ bound: some ColumnValue) -> PropertyRule {
    let bound = bound.value
    return PropertyRule("atMost") { .compare($0, .atMost, .value(bound)) }
  }

  /// Requires a value in a range, bounds included.
  package static func within<V: ColumnValue>(_ range: ClosedRange<V>) -> PropertyRule {
    let bounds = (range.lowerBound.value, range.upperBound.value)
    return PropertyRule("within") { .between($0, .value(bounds.0), .value(bounds.1)) }
  }

  /// Requires one of these values.
  package static func oneOf(_ values: [some ColumnValue]) -> PropertyRule {
    let values = values.map(\.value)
    return PropertyRule("oneOf") { .isIn($0, values) }
  }

  /// Requires the raw value of one of the enumeration's cases.
  package static func oneOf<V: ColumnValue & CaseIterable>(_: V.Type) -> PropertyRule {
    oneOf(Array(V.allCases))
  }

  /// Requires a text that matches a `GLOB` pattern of SQLite (`*`, `?`, and `[…]`).
  package static func matches(glob pattern: String) -> PropertyRule {
    PropertyRule("matches") { .function("glob", [.value(.text(pattern)), $0]) }
  }
}
