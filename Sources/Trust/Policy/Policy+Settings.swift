package import Diagnostics
package import Layout

// Settings of users that the policy overrules.
extension Policy {
  /// Returns the line that takes the effect from an entry of a user's `config`, or `nil` if none
  /// does.
  package func line(overruling entry: SettingsText.Entry) -> PolicyLine? {
    let only = rules.first { $0.content == .mirrorOnly }?.line
    switch entry.key {
    case PolicyWord.installOnExec.rawValue:
      return entry.values == ["off"] ? nil : line(turningOff: .installOnExec)
    case PolicyWord.mirrorOnly.rawValue: return entry.values == ["off"] ? only : nil
    case PolicyWord.mirrorHost.rawValue: return only
    case PolicyWord.mirror.rawValue: return only ?? entry.values.first.flatMap(mirrorLine)
    default: return nil
    }
  }

  /// Returns the line with a mirror for an address or for something above it, or for files by their
  /// digests if `address` is `*`.
  private func mirrorLine(covering address: String) -> PolicyLine? {
    rules.first { rule in
      guard case .mirror = rule.content else { return false }
      let covered = rule.line.text.split(separator: " ").dropFirst().first ?? ""
      if covered == "*" || address == "*" { return covered == address }
      return covered.hasSuffix("/") ? address.hasPrefix(covered) : covered == address
    }?.line
  }
}
