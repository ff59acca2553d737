package import Vocabulary

/// What an attestation says, and how it is made. The defaults make a valid one.
package struct SampleAttestation: Sendable {
  package enum Form: Sendable {
    /// A bundle of version 0.1 with only the log's promise.
    case version1
    case version2
    case version3
    /// A bundle of version 0.3 whose signature is on the file itself.
    case fileSignature
    /// An attestation in a Python index (PEP 740).
    case publishAttestation
  }

  package var digest: SHA256Digest
  package var name: String
  package var identity: SampleIdentity
  package var form = Form.version3
  /// Other files that the statement is about.
  package var others: [String: SHA256Digest] = [:]
  package var predicateType = "https://slsa.dev/provenance/v1"
  package var key = SampleKeyKind.p256
  /// The time of signing, in seconds since 1970.
  package var time = 1_760_000_000
  /// The start of the certificate, which is valid for ten minutes.
  package var certificateStart = 1_760_000_000 - 60
  /// Whether a log recorded the certificate.
  package var isCertificateLogged = true
  package var permitsCodeSigning = true
  package var isAuthority = false

  package init(of digest: SHA256Digest, name: String, by identity: SampleIdentity) {
    self.digest = digest
    self.name = name
    self.identity = identity
  }
}
