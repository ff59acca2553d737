/// Counts how many shims in a row have run a system program, which detects a program on `PATH`
/// that calls the shim that runs it.
///
/// A shim that runs a system program increments the count in an environment variable. A shim that
/// runs an installed tool does not.
package enum PassCount {
  /// The environment variable that contains the count.
  package static let variable: StaticString = "BOOTSTRAP_SHIM_PASSES"

  /// The maximum count. Programs may call each other deeply through shims that pin
  /// nothing, as nested shells do, so the limit only ends a loop.
  package static let maximum = 200

  /// Returns the count in `value`, at most `maximum`.
  package static func read(_ value: some Sequence<UInt8>) -> Int {
    value.reduce(0) { count, digit in min(count * 10 + Int(digit & 15), maximum) }
  }
}
