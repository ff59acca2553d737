/// The environment variable that overrides all other pins of a tool:
/// `BOOTSTRAP_CLANG_FORMAT_VERSION` for `clang-format`.
package enum PinVariable {
  package static let prefix: StaticString = "BOOTSTRAP_"
  package static let suffix: StaticString = "_VERSION"

  /// Returns the name of the variable for `tool`: letters in uppercase, and dots and dashes
  /// as underscores.
  package static func name(for tool: [UInt8]) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(tool.count + 18)
    unsafe name.append(
      contentsOf: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
    for byte in tool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): name.append(byte - 0x20)
      case UInt8(ascii: "."), UInt8(ascii: "-"): name.append(UInt8(ascii: "_"))
      default: name.append(byte)
      }
    }
    unsafe name.append(
      contentsOf: UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount))
    return name
  }

  /// Returns whether `entry` (`NAME=value`) is a variable of this form with a nonempty value.
  package static func isAssigned(in entry: [UInt8]) -> Bool {
    guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), equals < entry.count - 1,
      equals > prefix.utf8CodeUnitCount + suffix.utf8CodeUnitCount
    else { return false }
    return entry.withSpan {
      $0.has(prefix, at: 0) && $0.has(suffix, at: equals - suffix.utf8CodeUnitCount)
    }
  }
}
