/// Returns `text` on one line, with control and formatting characters escaped as `\u{1B}`.
///
/// Such characters could move the cursor, change colors, or reverse the writing direction. All
/// names from archives, manifests, and indexes pass through here before they reach a terminal.
func visible(_ text: String) -> String {
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

/// Returns whether a terminal could interpret `scalar` instead of printing it.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x7F { return scalar.value < 0x20 }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
