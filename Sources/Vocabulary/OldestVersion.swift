/// The oldest version of a tool that a definition offers, and why it offers no older ones.
package struct OldestVersion: Hashable, Sendable {
  package let version: VersionText
  /// The reason, as the end of a sentence that begins with "because". It is untrusted.
  package let reason: String

  /// Creates the oldest version.
  package init(_ version: VersionText, because reason: String) {
    self.version = version
    self.reason = reason
  }
}
