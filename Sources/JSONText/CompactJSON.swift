/// JSON values without insignificant whitespace.
package enum CompactJSON {
  /// Returns a JSON value without the whitespace between its tokens. Nothing else changes: not the
  /// order of members, the escapes in strings, or the spelling of numbers.
  ///
  /// Text that is not JSON keeps all its other bytes, so it does not become JSON.
  package static func compact(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else {
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
        isInString = byte == UInt8(ascii: "\"")
      }
      result.append(byte)
    }
    return result
  }
}
