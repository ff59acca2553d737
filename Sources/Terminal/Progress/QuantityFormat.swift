/// Numbers as people read them, always with a decimal point.
package enum QuantityFormat {
  /// `139 MB`, `6.1 MB`, `312 kB`, `18 bytes`: powers of ten, as disks and networks count.
  package static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count) bytes"
    case ..<1_000_000: "\(count / 1000) kB"
    case ..<10_000_000: "\(tenths(count, of: 1_000_000)) MB"
    case ..<1_000_000_000: "\(count / 1_000_000) MB"
    default: "\(tenths(count, of: 1_000_000_000)) GB"
    }
  }

  /// `0.8 s`, `12.4 s`, `3 min 20 s`.
  package static func time(_ duration: Duration) -> String {
    let milliseconds = Int(duration / .milliseconds(1))
    if milliseconds < 60_000 { return "\(tenths(milliseconds, of: 1000)) s" }
    return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
  }

  /// `45 minutes`, `5 hours`, `3 days`: an age in seconds, cut to the largest unit of which there is one.
  package static func age(_ seconds: Int) -> String {
    switch seconds {
    case ..<3600: count(max(0, seconds) / 60, "minute")
    case ..<86_400: count(seconds / 3600, "hour")
    default: count(seconds / 86_400, "day")
    }
  }

  /// `500,000`.
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

  /// `1 tool`, `10 tools`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `.tool-version:1, not installed`, with the command if only an optional group has the tool.
  package static func notInstalled(_ origin: String, group: String?) -> String {
    origin + ", not installed" + (group.map { ": bootstrap install --with \($0)" } ?? "")
  }

  private static func tenths(_ value: Int, of unit: Int) -> String {
    let tenths = (value * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10)"
  }
}
