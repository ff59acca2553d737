internal import Cryptography
package import Vocabulary

/// A small instance of Sigstore: an authority that issues certificates, and its two logs. All keys
/// are new.
///
/// Sendable because its keys never change, and libcrypto can use a key in several threads at once.
package final class SampleAuthority: @unchecked Sendable {
  /// The address of the service that verifies the identities.
  package let issuer: String
  private let authorityKey = SigningKey()
  private let certificateLogKey = SigningKey()
  private let logKey = SigningKey()
  private let certificate: [UInt8]

  private static let name = "sample-authority"
  /// The time at which the root becomes valid. The certificate of the authority is older.
  private static let start = 1_700_000_000
  private static let end = 2_000_000_000

  package init(issuer: String = "https://token.acme.example") {
    self.issuer = issuer
    let certificate = SampleCertificate(
      issuer: Self.name, holder: Self.name, publicKey: authorityKey.publicKey,
      validity: Self.start - 100_000_000...Self.end,
      extensions: [
        SampleCertificate.item(
          "2.5.29.19", isCritical: true, DER.sequence(DER.element(0x01, [0xFF]))),
        SampleCertificate.item("2.5.29.15", isCritical: true, [0x03, 0x02, 0x01, 0x06]),
      ])
    self.certificate = certificate.signed(with: authorityKey)
  }

  /// The text of the trusted root, for the file of an `attestation_root`.
  package var rootText: [UInt8] {
    let start = ReleaseTime(secondsSince1970: Int64(Self.start)).description
    func log(_ key: SigningKey, _ host: String) -> String {
      let id = base64(SHA256.digest(of: key.publicKey).bytes)
      return #"{"baseUrl":"https://\#(host)","hashAlgorithm":"SHA2_256","publicKey":{"rawBytes":"#
        + #""\#(base64(key.publicKey))","keyDetails":"PKIX_ECDSA_P256_SHA_256","#
        + #""validFor":{"start":"\#(start)"}},"logId":{"keyId":"\#(id)"}}"#
    }
    let text = """
      {"mediaType":"application/vnd.dev.sigstore.trustedroot+json;version=0.1",
      "tlogs":[\(log(logKey, SampleLog.host))],
      "certificateAuthorities":[{"subject":{"organization":"acme","commonName":"\(Self.name)"},
      "uri":"https://authority.acme.example",
      "certChain":{"certificates":[{"rawBytes":"\(base64(certificate))"}]},
      "validFor":{"start":"\(start)"}}],
      "ctlogs":[\(log(certificateLogKey, "certificates.acme.example"))]}

      """
    return Array(text.utf8)
  }

  /// Returns the text of an attestation that `identity` published a file.
  package func bundle(
    for digest: SHA256Digest, name: String, identity: SampleIdentity,
    form: SampleAttestation.Form = .version3
  ) -> [UInt8] {
    var attestation = SampleAttestation(of: digest, name: name, by: identity)
    attestation.form = form
    return text(of: attestation)
  }

  /// Returns the text of an attestation.
  package func text(of attestation: SampleAttestation) -> [UInt8] {
    let key = SigningKey(attestation.key)
    let certificate = certificate(of: attestation, publicKey: key.publicKey)
    return Array(
      SampleBundle(attestation, certificate: certificate, key: key, log: SampleLog(logKey)).text
        .utf8)
  }

  private func certificate(of attestation: SampleAttestation, publicKey: [UInt8]) -> [UInt8] {
    let start = attestation.certificateStart
    var certificate = SampleCertificate(
      issuer: Self.name, publicKey: publicKey, validity: start...start + 600,
      extensions: [
        SampleCertificate.item(
          "2.5.29.15", isCritical: true,
          [0x03, 0x02] + (attestation.isAuthority ? [2, 0x84] : [7, 0x80]))
      ])
    if attestation.permitsCodeSigning {
      certificate.extensions.append(
        SampleCertificate.item(
          "2.5.29.37", DER.sequence(DER.identifier("1.3.6.1.5.5.7.3.3"))))
    }
    if attestation.isAuthority {
      certificate.extensions.append(
        SampleCertificate.item(
          "2.5.29.19", isCritical: true, DER.sequence(DER.element(0x01, [0xFF]))))
    }
    certificate.extensions += extensions(of: attestation.identity)
    if attestation.isCertificateLogged {
      certificate.addTimestamp(
        by: certificateLogKey, issuerKey: authorityKey.publicKey, time: start)
    }
    return certificate.signed(with: authorityKey)
  }

  private func extensions(of identity: SampleIdentity) -> [[UInt8]] {
    let name =
      switch identity.name {
      case .uri(let text): DER.element(0x86, Array(text.utf8))
      case .email(let text): DER.element(0x81, Array(text.utf8))
      }
    let fulcio = "1.3.6.1.4.1.57264.1"
    let issuer = identity.issuer ?? issuer
    return [
      SampleCertificate.item("2.5.29.17", isCritical: true, DER.sequence(name)),
      SampleCertificate.item("\(fulcio).1", Array(issuer.utf8)),
      SampleCertificate.item("\(fulcio).8", DER.text(issuer)),
    ]
      + identity.claims.sorted { $0.key < $1.key }.map {
        SampleCertificate.item("\(fulcio).\($0.key)", DER.text($0.value))
      }
  }
}
