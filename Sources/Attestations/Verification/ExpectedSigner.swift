package import Cryptography

/// Who must have signed.
package enum ExpectedSigner: Hashable, Sendable {
  /// The holder of a certificate with exactly these texts.
  case identity(CertificateIdentity)
  /// The holder of any certificate. The caller judges who it is.
  case anyone
  /// The holder of this key. There is no certificate.
  case key(PublicKey)
}
