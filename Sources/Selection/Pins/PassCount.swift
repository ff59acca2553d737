/// The number of shims in a row that have run a system program. It detects a loop: a program on
/// `PATH` that calls the shim that has run this program.
///
/// A shim that runs a system program increments the count in an environment variable. A shim that
/// runs an installed tool leaves the count unchanged.
package enum PassCount {
  /// The environment variable that contains the count.
  package static let variable: StaticString = "BOOTSTRAP_SHIM_PASSES"

  /// The maximum count. It is high because unpinned programs may call each other through many
  /// shims without a loop, as nested shells do.
  package static let maximum = 200

  /// Returns the decimal number in `value`, or `maximum` if the number is larger.
  package static func read(_ value: some Sequence<UInt8>) -> Int {
    value.reduce(0) { count, digit in min(count * 10 + Int(digit & 15), maximum) }
  }
}
