package import Filesystem
package import Layout

// Which programs of the user a project may hide only with consent. The rule is recorded beside the
// folder `trust/`, so that it holds for every user of a shared root, and deleting the answers does
// not delete it.
extension Root {
  /// Whether hiding any program of the user needs consent. In a root from an older version, only
  /// programs in system folders do until the first change.
  package var guardsWholePath: Bool { hasConsentRule || isNewerThanConsentRule }

  /// Whether the rule for the whole `PATH` is recorded.
  package var hasConsentRule: Bool { consentRule.exists }

  /// Whether the rule has always applied in the root, although it is not recorded: nothing has been
  /// installed yet, or an earlier build recorded the rule among the answers.
  private var isNewerThanConsentRule: Bool { !store.exists || trust.appending(".rule").exists }

  /// Records that hiding any program of the user needs consent from now on.
  ///
  /// - Throws: ``FileError`` if the file cannot be written.
  package func adoptConsentRule() throws(FileError) {
    try consentRule.replaceContents(with: "2\n".utf8, permissions: 0o644)
  }

  /// Records the rule unless the root is from an older version. Call this before the store is
  /// created, because a store without the rule is that of an older version.
  ///
  /// - Throws: ``FileError`` if the file cannot be written.
  package func recordConsentRuleIfNew() throws(FileError) {
    if !hasConsentRule, isNewerThanConsentRule { try adoptConsentRule() }
  }
}
