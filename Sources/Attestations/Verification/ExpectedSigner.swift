package import Cryptography

/// The signer that a verification requires.
package enum ExpectedSigner: Hashable, Sendable {
  /// The holder of a certificate with exactly these texts.
  case identity(CertificateIdentity)
  /// The holder of any certificate. The caller decides whether to accept the identity.
  case anyone
  /// The holder of this key. There is no certificate.
  case key(PublicKey)
}
