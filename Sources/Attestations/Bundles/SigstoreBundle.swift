internal import Cryptography
package import Diagnostics

/// A signature, with the proof of who made it and when: a Sigstore bundle of version 0.1 to 0.3, or
/// an attestation in a Python index (PEP 740).
package struct SigstoreBundle: Sendable {
  /// What identifies the signer.
  enum Signer {
    case certificate(Certificate)
    /// A key that the verifier must know.
    case key
  }

  /// The signed content.
  enum Content {
    /// The file itself. The digest is the one that the bundle states, or `nil` if it states none.
    case file(digest: [UInt8]?, signature: [UInt8])
    /// A statement about files.
    case envelope(Envelope)
  }

  /// The form of a bundle.
  enum Kind: Hashable {
    /// Version 0.1, which requires a promise of the log. A proof is optional.
    case promised
    /// Version 0.2 or later, which requires a proof.
    case proved
    /// An attestation in the form of PEP 740. Its statement is about exactly one file.
    case publishAttestation
  }

  let kind: Kind
  let signer: Signer
  let content: Content
  /// The log entry, or `nil` if the bundle has none.
  let entry: LogEntry?
  /// The responses of timestamp authorities (RFC 3161).
  let timestamps: [[UInt8]]

  /// The maximum size of a bundle in bytes.
  package static let maximumByteCount = 1 << 20

  /// The maximum number of timestamps in a bundle.
  static let maximumTimestampCount = 8

  /// Reads a bundle in any of the known forms.
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
