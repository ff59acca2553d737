internal import Vocabulary

/// A digest that a publisher states for a file.
enum StatedDigest: Hashable, Sendable {
  /// The digest that a lock records.
  case sha256(SHA256Digest)
  /// A digest that confirms the file when it is locked. The lock records the SHA-256 digest of the
  /// confirmed file.
  case sha512(SHA512Digest)

  /// The SHA-256 digest, or `nil` if this is another one.
  var sha256: SHA256Digest? { if case .sha256(let digest) = self { digest } else { nil } }

  /// The SHA-512 digest, or `nil` if this is another one.
  var sha512: SHA512Digest? { if case .sha512(let digest) = self { digest } else { nil } }
}
