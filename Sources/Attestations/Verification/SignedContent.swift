internal import Cryptography
internal import Diagnostics
internal import Vocabulary

/// The content that a bundle signs, and the file that the content must be about.
struct SignedContent {
  private let bundle: SigstoreBundle
  private let artifact: AttestedArtifact

  init(_ bundle: SigstoreBundle, _ artifact: AttestedArtifact) {
    self.bundle = bundle
    self.artifact = artifact
  }

  /// Verifies that the content is about the file. Returns the statement, or `nil` if the file
  /// itself is signed.
  func verifiedStatement() throws(AttestationStatementFault) -> SignedStatement? {
    switch bundle.content {
    case .file(let digest, _):
      if let digest, digest != artifact.digest.bytes {
        throw .digest(expected: artifact.digest.hexadecimal, found: nil)
      }
      return nil
    case .envelope(let envelope):
      let statement = try envelope.statement()
      let digest = artifact.digest.hexadecimal
      guard statement.subjects.contains(where: { $0.digests["sha256"] == digest }) else {
        let other = statement.subjects.lazy.compactMap { $0.digests["sha256"] }.first
        throw .digest(expected: digest, found: other)
      }
      if bundle.kind == .publishAttestation { try verifyName(in: statement) }
      return statement
    }
  }

  /// Verifies the name of the file in an attestation in a Python index. Such an attestation is
  /// about one file and names it, so it cannot pass for that of another release with the same
  /// content.
  private func verifyName(in statement: SignedStatement) throws(AttestationStatementFault) {
    guard statement.subjects.count == 1 else { throw .subjects(statement.subjects.count) }
    guard let name = artifact.name else { return }
    let found = statement.subjects[0].name
    guard let found, found.utf8.elementsEqual(name.utf8) else {
      throw .name(expected: name, found: found)
    }
  }

  /// Returns whether the holder of a key signed the content.
  func isSigned(with key: PublicKey) -> Bool {
    switch bundle.content {
    case .file(_, let signature):
      if let contents = artifact.contents { return key.verifies(signature, of: contents) }
      return key.verifies(signature, ofSHA256: artifact.digest)
    case .envelope(let envelope):
      return key.verifies(envelope.signature, of: envelope.signedBytes)
    }
  }

  /// Returns whether the digest in a log entry is that of this content.
  func has(_ content: EntryBody.Content) -> Bool {
    switch (bundle.content, content) {
    case (.file, .signedBytes(let digest)): digest == artifact.digest
    case (.envelope(let envelope), .signedBytes(let digest)):
      digest == SHA256.digest(of: envelope.signedBytes)
    case (.envelope(let envelope), .payload(let digest)):
      digest == SHA256.digest(of: envelope.payload)
    case (.file, .payload): false
    }
  }
}
