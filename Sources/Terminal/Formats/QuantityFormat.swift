/// Quantities as text for people, with a decimal point in every locale.
package enum QuantityFormat {
  /// Returns a size in powers of ten, as for disks and networks: `139 MB`, `6.1 MB`, `312 kB`,
  /// `18 bytes`.
  package static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: self.count(count, "byte")
    case ..<1_000_000: "\(count / 1000) kB"
    case ..<10_000_000: "\(tenths(count, of: 1_000_000)) MB"
    case ..<1_000_000_000: "\(count / 1_000_000) MB"
    case ..<10_000_000_000: "\(tenths(count, of: 1_000_000_000)) GB"
    default: "\(count / 1_000_000_000) GB"
    }
  }

  /// Returns a duration: `0.8 s`, `12.4 s`, `3 min 20 s`.
  package static func time(_ duration: Duration) -> String {
    let milliseconds = Int(duration / .milliseconds(1))
    if milliseconds < 60_000 { return "\(tenths(milliseconds, of: 1000)) s" }
    return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
  }

  /// Returns an age in its largest nonzero unit, rounded down: `45 minutes`, `5 hours`, `3 days`.
  package static func age(_ seconds: Int) -> String {
    switch seconds {
    case ..<3600: count(max(0, seconds) / 60, "minute")
    case ..<86_400: count(seconds / 3600, "hour")
    default: count(seconds / 86_400, "day")
    }
  }

  /// Returns a number with separated thousands: `500,000`.
  package static func number(_ number: Int) -> String {
    var groups: [String] = []
    var rest = number
    while rest >= 1000 {
      let group = String(rest % 1000)
      groups.append(String(repeating: "0", count: 3 - group.count) + group)
      rest /= 1000
    }
    return ([String(rest)] + groups.reversed()).joined(separator: ",")
  }

  /// Returns a count and its noun: `1 tool`, `10 tools`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns the items of a sentence: `1.0`, `1.0 and 1.1`, `1.0, 1.1, and 1.2`.
  package static func enumeration(_ items: [String]) -> String {
    guard let last = items.last, items.count > 2 else { return items.joined(separator: " and ") }
    return items.dropLast().joined(separator: ", ") + ", and " + last
  }

  /// Returns `.tool-version:1, not installed`, with the command to run if the tool is only in an
  /// optional group.
  package static func notInstalled(_ origin: String, group: String?) -> String {
    origin + ", not installed" + (group.map { "; run `bootstrap install --with \($0)`" } ?? "")
  }

  /// Returns `value` in units, rounded to one decimal place.
  private static func tenths(_ value: Int, of unit: Int) -> String {
    let tenths = (value * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10)"
  }
}
