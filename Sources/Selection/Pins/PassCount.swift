/// Detects a program on `PATH` that calls the shim which calls it. A shim that passes on to a
/// system program counts this in a variable. A shim that runs an installed tool does not.
package enum PassCount {
  package static let variable: StaticString = "BOOTSTRAP_SHIM_PASSES"

  /// The maximum number of passes. Real programs do not call each other this deep through shims
  /// that pin nothing.
  package static let most = 20

  /// Returns the count in `value`, at most ``most``.
  package static func read(_ value: some Sequence<UInt8>) -> Int {
    value.reduce(0) { count, digit in min(count * 10 + Int(digit & 15), most) }
  }
}
