/// The name of a signer in its certificate, and the service that verified the name.
package struct CertificateIdentity: Hashable, Sendable {
  /// The signer's name: the address of a workflow at a ref, or an email address.
  package let subject: String
  /// The address of the service that verified the name (OpenID Connect).
  package let issuer: String

  /// Creates an identity to compare with that of a certificate, byte by byte.
  package init(subject: String, issuer: String) {
    self.subject = subject
    self.issuer = issuer
  }
}
