package import Filesystem
package import Layout

// The rule for consent says which of the user's programs a project may hide only with consent. It
// is recorded outside of `trust/`, so that every user of a shared root can read it, and so that it
// remains if the user deletes the answers.
extension Root {
  /// Whether hiding any program of the user needs consent. In a root from an older version, only
  /// programs in system folders do until the first change.
  package var guardsWholePath: Bool {
    // An earlier build recorded the rule beside the answers. A root without a store is new.
    hasConsentRule || trust.appending(".rule").exists || !store.exists
  }

  /// Whether the rule for the whole `PATH` is recorded.
  package var hasConsentRule: Bool { consentRule.exists }

  /// Records that hiding any program of the user needs consent from now on.
  ///
  /// - Throws: ``FileError`` if the file cannot be written.
  package func adoptConsentRule() throws(FileError) {
    try consentRule.replaceContents(with: "2\n".utf8, permissions: 0o644)
  }

  /// Records the rule unless the root is from an older version. Call this before the store is
  /// created, because a root with a store but without the rule is from an older version.
  ///
  /// - Throws: ``FileError`` if the file cannot be written.
  package func recordConsentRuleIfNew() throws(FileError) {
    if guardsWholePath, !hasConsentRule { try adoptConsentRule() }
  }
}
