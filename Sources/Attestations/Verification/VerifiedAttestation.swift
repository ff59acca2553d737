/// What a bundle proves about a file.
package struct VerifiedAttestation: Hashable, Sendable {
  /// The identity of the signer, or `nil` if the signer is the holder of the expected key.
  package let identity: SignerIdentity?
  /// What the signer states, or `nil` if the file itself is signed.
  package let statement: SignedStatement?
  /// The earliest proven time at which the signature existed, in seconds since 1970.
  package let time: Int
}
