/// A file of a release whose publisher is not proved, and the reason.
package struct UnverifiedFile: Hashable, Sendable {
  /// A reason the publisher of a file is not proved.
  package enum Reason: Error, Hashable, Sendable {
    /// No attestation of the file is published.
    case noAttestation
    /// The attestation that the lock names is neither kept nor published.
    case missingAttestation
    /// The attestation is not valid.
    case fault(AttestationFault)
    /// The attestation is valid, but of a type that does not say who made or published the file.
    case unrelatedStatement(String)
    /// The attestation is valid, but a lock cannot name its signer.
    case unnamedSigner(String)
    /// The attestation is valid, but not by the expected publisher.
    case otherPublisher(found: String, expected: String)
    /// The attestation is valid, but not by the publisher that the lock names.
    case otherThanLocked(found: String, locked: String)
    /// The file has a proved publisher, but none that it shares with all other files.
    case noCommonPublisher(found: String)
    /// The text is not a minisign signature.
    case unreadableSignature
    /// The key with this id did not make the signature on the file.
    case signature(keyID: String)
  }

  package let file: String
  package let reason: Reason

  /// Creates a file, with the reason its publisher is not proved.
  package init(_ file: String, because reason: Reason) {
    self.file = file
    self.reason = reason
  }
}
