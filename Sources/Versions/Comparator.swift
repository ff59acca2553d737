/// A comparator of a requirement. The raw value is its spelling.
package enum Comparator: String, Sendable, Hashable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case greater = ">"
  case greaterOrEqual = ">="
  case less = "<"
  case lessOrEqual = "<="
  /// At least this version, and below the release that results from dropping the last number
  /// written and incrementing the one before it: `~> 1.4` is `>= 1.4, < 2`, and `~> 1.4.2` is
  /// `>= 1.4.2, < 1.5`. A single number is incremented itself: `~> 1` is `>= 1, < 2`.
  case approximately = "~>"
}
