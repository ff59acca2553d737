internal import Cryptography
package import Vocabulary

/// A file that an attestation must be about.
package struct AttestedArtifact: Hashable, Sendable {
  package let digest: SHA256Digest
  /// The name of the file, or `nil` if it does not matter.
  package let name: String?
  /// The bytes of the file, or `nil` if only the digest is known. Keys of some kinds sign the bytes
  /// instead of the digest.
  let contents: [UInt8]?

  /// Creates a file from what a lock records about it.
  package init(digest: SHA256Digest, name: String? = nil) {
    self.digest = digest
    self.name = name
    contents = nil
  }

  /// Creates a file from its bytes.
  package init(contents: [UInt8], name: String? = nil) {
    digest = SHA256.digest(of: contents)
    self.name = name
    self.contents = contents
  }
}
