/// The comparators of a requirement. Raw values are how they are written.
package enum Comparator: String, Sendable, Hashable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case greater = ">"
  case greaterOrEqual = ">="
  case less = "<"
  case lessOrEqual = "<="
  /// At least this, and below the next number of the place before the last one that is written:
  /// `~> 1.4` is `>= 1.4, < 2`, and `~> 1.4.2` is `>= 1.4.2, < 1.5`.
  case approximately = "~>"
}
