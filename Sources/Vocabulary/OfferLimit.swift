/// A limit on the versions that a definition offers, and the reason for it.
package struct OfferLimit: Hashable, Sendable {
  package let version: VersionText
  /// The reason, as the end of a sentence that begins with "because". It is untrusted.
  package let reason: String

  /// Creates a limit.
  package init(_ version: VersionText, because reason: String) {
    self.version = version
    self.reason = reason
  }
}
