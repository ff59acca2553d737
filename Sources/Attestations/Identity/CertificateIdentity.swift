/// A signer as its certificate names it, and who has verified that.
package struct CertificateIdentity: Hashable, Sendable {
  /// The signer's name: the address of a workflow at a ref, or a mail address.
  package let subject: String
  /// The address of the service that has verified the name (OpenID Connect).
  package let issuer: String

  /// Creates the identity with which a certificate's is compared, byte for byte.
  package init(subject: String, issuer: String) {
    self.subject = subject
    self.issuer = issuer
  }
}
