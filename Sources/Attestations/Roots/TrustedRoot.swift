internal import CTrustedRoot
internal import Cryptography
package import Diagnostics
package import Vocabulary

/// The keys of one Sigstore instance, which verify everything else (TrustedRoot): those of its
/// certificate authorities, transparency logs, and timestamp authorities.
package struct TrustedRoot: Sendable {
  /// The only issuer whose identities the root vouches for, or `nil` for the public instance, which
  /// vouches for all issuers that it knows.
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

  /// The root of the public instance, as of this program's release.
  package static let publicInstance: TrustedRoot? = {
    var size = 0
    let bytes = unsafe bootstrap_trusted_root(&size)
    let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    return try? TrustedRoot(text, issuer: nil)
  }()

  /// Reads the root of another instance, such as that of a company.
  ///
  /// - Parameter issuer: The only issuer whose identities this root vouches for. A private
  ///   authority therefore cannot issue the identities of public publishers.
  package init(parsing text: [UInt8], issuer: String) throws(AttestationFault) {
    do {
      try self.init(text, issuer: issuer)
    } catch {
      throw .form(error)
    }
  }

  /// The issuers whose identities the public instance certifies. GitHub's issuers for enterprises
  /// have addresses below its own.
  private static let publicIssuers = [
    "https://accounts.google.com", "https://agent.buildkite.com",
    "https://github.com/login/oauth", "https://gitlab.com", "https://issuer.enforce.dev",
    "https://oauth2.sigstore.dev/auth", "https://token.actions.githubusercontent.com",
  ]

  /// Returns whether the public instance vouches for an issuer. No other root may vouch for it.
  ///
  /// Ignores the case of the host, a dot at its end, and the default port, because these spellings
  /// lead to the same server.
  package static func isPublic(_ issuer: String) -> Bool {
    let lowercase = issuer.lowercased()
    let host = lowercase.dropFirst("https://".count).prefix { $0 != "/" }
    let rest = lowercase.dropFirst("https://".count + host.count)
    var name = host.hasSuffix(":443") ? host.dropLast(4) : host
    if name.hasSuffix(".") { name = name.dropLast() }
    let plain = "https://\(name)\(rest)"
    return publicIssuers.contains { plain == $0 || plain.hasPrefix($0 + "/") }
  }

  /// Whether the root contains an authority that can vouch for identities.
  package var hasAuthorities: Bool { !authorities.isEmpty }

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
