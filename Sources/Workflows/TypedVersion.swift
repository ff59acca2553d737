package import Versions
package import Vocabulary

/// A version as a user types it after a tool's name: a whole one, or only its first numbers.
///
/// In every command that adds or installs tools, a text that some version spells exactly, its build
/// not counted, is that version. Any other text is a prefix: `24` is the newest version that begins
/// with 24. After `=`, a text is always exact.
package struct TypedVersion: Hashable, Sendable {
  /// The text without `=`, but with any `v` before its number.
  let text: String
  /// The version without a `v` before its number.
  package let version: VersionText
  /// Whether the text follows `=`.
  package let isExact: Bool

  /// Parses `24.19.0`, `24`, or `=24`. Returns `nil` if `typed` is no version.
  package init?(_ typed: some StringProtocol) {
    isExact = typed.hasPrefix("=")
    let rest = typed.dropFirst(isExact ? 1 : 0)
    guard case .exact(let version)? = PinnedVersion(rest) else { return nil }
    text = String(rest)
    self.version = version
  }

  /// The requirement that admits only the version itself.
  package var exact: Requirement { Requirement(exactly: version.text) }

  /// The requirement that admits the versions that begin with the text, or `nil` if the text cannot
  /// be a prefix.
  package var beginning: Requirement? {
    isExact ? nil : Requirement(beginningWith: version.text)
  }

  /// Whether the text has at most two numbers and nothing else, so that it is more likely a prefix
  /// than a version that does not exist.
  var isShort: Bool {
    beginning != nil && version.text.utf8.count { $0 == UInt8(ascii: ".") } < 2
  }

  /// Returns whether the text may mean `version`: whether it is that version, or its first numbers.
  package func mayMean(_ version: VersionText) -> Bool {
    version == self.version || !isExact && version.text.hasPrefix("\(self.version.text).")
  }

  /// Returns the requirement that the text means for a tool with these versions.
  package func requirement(among versions: [Version]) -> Requirement {
    guard let beginning else { return exact }
    let isSpelled = versions.contains {
      [$0.spelling, $0.spellingWithoutBuild].contains(version.text)
    }
    if isSpelled { return exact }
    func isMet(_ requirement: Requirement) -> Bool {
      versions.contains { (try? requirement.admits($0)) ?? false }
    }
    return isShort || isMet(beginning) && !isMet(exact) ? beginning : exact
  }
}
