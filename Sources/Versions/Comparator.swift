/// A comparator of a requirement. The raw value is its spelling.
package enum Comparator: String, Sendable, Hashable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case greater = ">"
  case greaterOrEqual = ">="
  case less = "<"
  case lessOrEqual = "<="
  /// At least this version, and below the version that increments the second-to-last number
  /// written: `~> 1.4` is `>= 1.4, < 2`, and `~> 1.4.2` is `>= 1.4.2, < 1.5`.
  case approximately = "~>"
}
