/// The guard against a program on `PATH` that calls the shim which calls it: shims that pass on to programs of the system count that
/// in a variable, which is seen by those programs alone, never by a tool that bootstrap installed.
package enum PassCount {
  package static let variable: StaticString = "BOOTSTRAP_SHIM_PASSES"

  /// Nobody's programs call each other as deep through shims that pin nothing.
  package static let most = 20

  /// The count that `value` says, never more than ``most``.
  package static func read(_ value: some Sequence<UInt8>) -> Int {
    value.reduce(0) { count, digit in min(count * 10 + Int(digit & 15), most) }
  }
}
