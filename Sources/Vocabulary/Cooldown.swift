/// The minimum age that a release must have to be chosen.
package struct Cooldown: Hashable, Sendable {
  /// The age in seconds.
  package let seconds: Int

  /// Creates a cooldown of any number of seconds.
  package init(seconds: Int) { self.seconds = seconds }

  /// Parses a duration such as `3 days`, `12 hours`, `1 week`, `3d`, `12h`, or `2w`, or returns
  /// `nil` if `text` has another form or a number above 100,000.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    let unit = bytes.firstIndex { !$0.isDigit } ?? bytes.count
    guard let number = decimalNumber(in: bytes, 0..<unit), number <= 100_000 else { return nil }
    switch String(decoding: bytes[unit...], as: UTF8.self) {
    case "h", " hour", " hours": seconds = number * 3600
    case "d", " day", " days": seconds = number * 86_400
    case "w", " week", " weeks": seconds = number * 604_800
    default: return nil
    }
  }
}

extension Cooldown: CustomStringConvertible {
  /// The duration in the largest unit that divides it evenly, in the form of a Toolfile, such
  /// as `3 days`.
  package var description: String {
    for (unit, length) in [("week", 604_800), ("day", 86_400), ("hour", 3600)]
    where seconds % length == 0 && (seconds != 0 || unit == "hour") {
      let number = seconds / length
      return "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
    return "\(seconds) seconds"
  }
}
