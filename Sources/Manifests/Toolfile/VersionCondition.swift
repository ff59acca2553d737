package import Versions
package import Vocabulary

/// The versions that a line of a definition applies to. Projects rename their files over time.
package struct VersionCondition: Hashable, Sendable {
  /// The condition that admits every version.
  package static let always = VersionCondition(from: nil, until: nil)

  /// The first version that the condition admits, or `nil` for no lower bound.
  package let from: VersionText?
  /// The first version that the condition no longer admits, or `nil` for no upper bound.
  package let until: VersionText?

  /// Creates the condition that a version is at least `from` and lower than `until`.
  package init(from: VersionText?, until: VersionText?) {
    self.from = from
    self.until = until
  }

  /// Whether the condition admits every version.
  package var isAlways: Bool { from == nil && until == nil }

  /// Whether the condition admits no version in any scheme that can parse its bounds.
  ///
  /// The scheme of a definition may be known only from its source, so all are asked.
  var isContradiction: Bool {
    guard let from, let until else { return false }
    return VersionScheme.allCases.allSatisfy { scheme in
      guard let lower = try? Version(parsing: from.text, scheme: scheme),
        let upper = try? Version(parsing: until.text, scheme: scheme)
      else { return true }
      return lower >= upper
    }
  }

  /// Returns whether the condition admits `version`. A bound that is not a version in the scheme of
  /// `version` admits nothing.
  package func admits(_ version: Version) -> Bool {
    func bound(_ text: VersionText) -> Version? {
      try? Version(parsing: text.text, scheme: version.scheme)
    }
    if let from {
      guard let bound = bound(from), bound <= version else { return false }
    }
    if let until {
      guard let bound = bound(until), version < bound else { return false }
    }
    return true
  }
}

extension VersionCondition: CustomStringConvertible {
  /// The condition as a lock spells it: `>=1.5,<2`. Empty if it admits every version.
  package var description: String {
    [from.map { ">=\($0)" }, until.map { "<\($0)" }].compactMap(\.self).joined(separator: ",")
  }

  /// Returns the version in `text`, or `nil` if it is invalid or contains a character with a
  /// meaning in ``description``.
  static func bound(_ text: some StringProtocol) -> VersionText? {
    text.contains { "<>=,[]".contains($0) } ? nil : VersionText(text)
  }

  /// Parses the spelling of ``description``, or returns `nil` if `text` has another form.
  package init?(_ text: some StringProtocol) {
    var (from, until): (VersionText?, VersionText?)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
      if part.hasPrefix(">="), from == nil, until == nil,
        let version = Self.bound(part.dropFirst(2))
      {
        from = version
      } else if part.hasPrefix("<"), until == nil, let version = Self.bound(part.dropFirst()) {
        until = version
      } else {
        return nil
      }
    }
    self.init(from: from, until: until)
  }
}
