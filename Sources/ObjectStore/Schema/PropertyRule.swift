/// A rule for the values of one property. It becomes a `CHECK` constraint, so it also holds in batches.
/// A nil value satisfies every rule.
@usableFromInline
package struct PropertyRule: Sendable {
  /// The name that violations are reported with.
  let name: String
  /// The condition over the column.
  let condition: @Sendable (SQLTerm) -> SQLTerm

  private init(_ name: String, _ condition: @escaping @Sendable (SQLTerm) -> SQLTerm) {
    self.name = name
    self.condition = condition
  }

  package static var nonEmpty: PropertyRule {
    PropertyRule("nonEmpty") { .compare($0, .notEqual, .value(.text(""))) }
  }

  /// At most this many characters of text, or bytes of a blob.
  package static func maximumLength(_ limit: Int) -> PropertyRule {
    PropertyRule("maximumLength") {
      .compare(.function("length", [$0]), .atMost, .value(.integer(Int64(limit))))
    }
  }

  package static func atLeast(_ bound: some ColumnValue) -> PropertyRule {
    let bound = bound.value
    return PropertyRule("atLeast") { .compare($0, .atLeast, .value(bound)) }
  }

  package static func atMost(_ bound: some ColumnValue) -> PropertyRule {
    let bound = bound.value
    return PropertyRule("atMost") { .compare($0, .atMost, .value(bound)) }
  }

  package static func within<V: ColumnValue>(_ range: ClosedRange<V>) -> PropertyRule {
    let bounds = (range.lowerBound.value, range.upperBound.value)
    return PropertyRule("within") { .between($0, .value(bounds.0), .value(bounds.1)) }
  }

  package static func oneOf(_ values: [some ColumnValue]) -> PropertyRule {
    let values = values.map(\.value)
    return PropertyRule("oneOf") { .isIn($0, values) }
  }

  /// Every case of an enumeration.
  package static func oneOf<V: ColumnValue & CaseIterable>(_: V.Type) -> PropertyRule {
    oneOf(Array(V.allCases))
  }

  /// The text matches a pattern of SQLite's `GLOB` (`*`, `?`, `[…]`).
  package static func matches(glob pattern: String) -> PropertyRule {
    PropertyRule("matches") { .function("glob", [.value(.text(pattern)), $0]) }
  }
}
