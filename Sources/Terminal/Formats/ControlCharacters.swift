/// Returns `text` on one line, with characters that cannot be seen escaped as `\u{1B}`.
///
/// Control characters could move the cursor, change colors, or reverse the writing direction, and
/// an invisible one could make two different names look the same. All names from archives,
/// manifests, and indexes pass through here before they reach a terminal.
package func visible(_ text: String) -> String {
  // Most texts are plain ASCII.
  if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
  if !text.unicodeScalars.contains(where: isControl) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isControl(scalar) {
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns whether a terminal could interpret `scalar` instead of printing it, or would print
/// nothing or a blank that is not a space.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x7F { return scalar.value < 0x20 }
  // The blank pattern of Braille counts as a symbol.
  if scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800 { return true }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
    .privateUse:
    true
  default: false
  }
}
