/// A rule for the values of one property of type `V`. A `CHECK` constraint enforces it, so it also
/// applies to batches. `nil` satisfies every rule.
///
/// A rule that does not suit the type of the property, such as `nonEmpty` for a number, does not
/// compile.
@frozen
@usableFromInline
package struct PropertyRule<V: ColumnValue>: Sendable {
  /// The rule without the type of the property.
  @usableFromInline let rule: ColumnRule

  private init(_ name: String, _ condition: @escaping @Sendable (SQLTerm) -> SQLTerm) {
    rule = ColumnRule(name: name, condition: condition)
  }

  /// Requires one of these values.
  package static func oneOf(_ values: [V.Content]) -> PropertyRule {
    let values = values.map(\.value)
    return PropertyRule("oneOf") { .isIn($0, values) }
  }
}

extension PropertyRule where V.Content: CaseIterable {
  /// Requires one of the enumeration's cases.
  package static func oneOf(_: V.Content.Type) -> PropertyRule { oneOf(Array(V.Content.allCases)) }
}

extension PropertyRule where V.Content: Comparable {
  /// Requires a value that is not less than `bound`.
  package static func atLeast(_ bound: V.Content) -> PropertyRule {
    let bound = bound.value
    return PropertyRule("atLeast") { .compare($0, .atLeast, .value(bound)) }
  }

  /// Requires a value in a range, bounds included.
  package static func within(_ range: ClosedRange<V.Content>) -> PropertyRule {
    let bounds = (range.lowerBound.value, range.upperBound.value)
    return PropertyRule("within") { .between($0, .value(bounds.0), .value(bounds.1)) }
  }
}

extension PropertyRule where V.Content == String {
  /// Requires a text that is not empty.
  package static var nonEmpty: PropertyRule {
    PropertyRule("nonEmpty") { .compare($0, .notEqual, .value(.text(""))) }
  }

  /// Requires at most this many Unicode scalars, and no NUL, at which SQLite would stop counting.
  package static func maximumLength(_ limit: Int) -> PropertyRule {
    PropertyRule("maximumLength") {
      let positionOfNUL = SQLTerm.function("instr", [$0, .function("char", [.value(.integer(0))])])
      return .every([
        .compare(.function("length", [$0]), .atMost, .value(.integer(Int64(limit)))),
        .compare(positionOfNUL, .equal, .value(.integer(0))),
      ])
    }
  }
}

extension PropertyRule where V.Content == [UInt8] {
  /// Requires at most this many bytes.
  package static func maximumLength(_ limit: Int) -> PropertyRule {
    PropertyRule("maximumLength") {
      .compare(.function("length", [$0]), .atMost, .value(.integer(Int64(limit))))
    }
  }
}

/// A rule for the values of one column.
@usableFromInline
struct ColumnRule: Sendable {
  /// The name of the rule that a type implies (``ColumnValue/range``). Violations report it as a
  /// wrong type.
  static let typeName = "type"

  /// The name that violations report.
  let name: String
  /// Returns the condition that the rule imposes on a column.
  let condition: @Sendable (SQLTerm) -> SQLTerm

  /// Returns the rule that an integer has a value of its Swift type.
  static func type(_ range: ClosedRange<Int64>) -> ColumnRule {
    ColumnRule(name: typeName) {
      .between($0, .value(.integer(range.lowerBound)), .value(.integer(range.upperBound)))
    }
  }
}
