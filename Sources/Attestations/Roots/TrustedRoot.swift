internal import CTrustedRoot
internal import Cryptography
package import Diagnostics
package import Vocabulary

/// The keys of one instance of Sigstore, with which everything else is verified (TrustedRoot): its
/// certificate authorities, its transparency logs, and its timestamp authorities.
package struct TrustedRoot: Sendable {
  /// The only issuer of identities for which the root vouches, or `nil` for the public instance,
  /// which vouches for all the issuers that it knows.
  package let issuer: String?
  /// The digest of the root's text.
  package let digest: SHA256Digest
  let authorities: [CertificateAuthority]
  /// The logs of signatures.
  let logs: [TransparencyLog]
  /// The logs of certificates (RFC 6962).
  let certificateLogs: [TransparencyLog]
  let timestampAuthorities: [TimestampAuthority]

  /// The maximum size of a root's text in bytes.
  package static let maximumByteCount = 1 << 20

  private static let mediaTypes = [
    "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    "application/vnd.dev.sigstore.trustedroot.v0.2+json",
  ]

  /// The root of the public instance as of the release of this program.
  package static let publicInstance: TrustedRoot? = {
    var size = 0
    let bytes = unsafe bootstrap_trusted_root(&size)
    let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    return try? TrustedRoot(text, issuer: nil)
  }()

  /// Reads the root of another instance, such as that of a company.
  ///
  /// - Parameter issuer: The issuer of identities for which this root vouches. It vouches for no
  ///   other, so that a private authority cannot issue the identities of public publishers.
  package init(parsing text: [UInt8], issuer: String) throws(AttestationFault) {
    do {
      try self.init(text, issuer: issuer)
    } catch {
      throw .form(error)
    }
  }

  private init(_ text: [UInt8], issuer: String?) throws(AttestationFormFault) {
    let form = try StrictObject(
      parsing: text, limit: Self.maximumByteCount,
      names: [
        "mediaType", "tlogs", "certificateAuthorities", "ctlogs", "timestampAuthorities",
      ])
    let type = try form.text("mediaType")
    guard Self.mediaTypes.contains(type) else { throw .unknownVersion(type) }
    self.issuer = issuer
    digest = SHA256.digest(of: text)
    authorities = try CertificateAuthority.all(in: form, "certificateAuthorities")
    logs = try TransparencyLog.all(in: form, "tlogs")
    certificateLogs = try TransparencyLog.all(in: form, "ctlogs")
    timestampAuthorities = try TimestampAuthority.all(in: form, "timestampAuthorities")
  }
}
