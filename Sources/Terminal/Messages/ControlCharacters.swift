/// `text` on one line, with what moves the cursor, changes colours or turns the direction of writing as `\u{1B}`.
///
/// Names out of archives, manifests and indexes pass through here on their way to a terminal.
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

func isControl(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x7F { return scalar.value < 0x20 }
  return switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
