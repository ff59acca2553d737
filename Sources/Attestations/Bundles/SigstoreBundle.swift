internal import Cryptography
package import Diagnostics

/// A signature with what proves who has made it and when: a bundle of Sigstore in the versions 0.1
/// to 0.3, or an attestation of Python's index (PEP 740).
package struct SigstoreBundle: Sendable {
  /// What identifies the signer.
  enum Signer {
    case certificate(Certificate)
    /// A key that the verifier must know.
    case key
  }

  /// What is signed.
  enum Content {
    /// The file itself. The digest is what the bundle states, or `nil` if it states none.
    case file(digest: [UInt8]?, signature: [UInt8])
    /// A statement about files.
    case envelope(Envelope)
  }

  /// A form of bundles.
  enum Kind: Hashable {
    /// Kind 0.1 has promises of the log. Proofs are optional.
    case promised
    /// Since version 0.2, proofs are required.
    case proved
    /// An attestation in the form of PEP 740. Its statement is about exactly one file.
    case publishAttestation
  }

  let kind: Kind
  let signer: Signer
  let content: Content
  /// The entry of the log, or `nil` if the bundle has none.
  let entry: LogEntry?
  /// The responses of timestamp authorities (RFC 3161).
  let timestamps: [[UInt8]]

  /// The maximum size of a bundle in bytes.
  package static let maximumByteCount = 1 << 20

  static let maximumTimestampCount = 8

  /// Reads a bundle of any of the known forms.
  package init(parsing text: [UInt8]) throws(AttestationFault) {
    do {
      let names = Self.names + Self.publishAttestationNames
      let form = try StrictObject(parsing: text, limit: Self.maximumByteCount, names: names)
      if form.has("version") {
        try self.init(publishAttestation: form)
      } else {
        try self.init(bundle: form)
      }
    } catch {
      throw .form(error)
    }
  }

  init(
    kind: Kind, signer: Signer, content: Content, entry: LogEntry?, timestamps: [[UInt8]]
  ) {
    self.kind = kind
    self.signer = signer
    self.content = content
    self.entry = entry
    self.timestamps = timestamps
  }

  /// The signature on the content.
  var signature: [UInt8] {
    switch content {
    case .file(_, let signature): signature
    case .envelope(let envelope): envelope.signature
    }
  }
}
