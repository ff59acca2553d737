internal import Cryptography
package import Manifests
package import Vocabulary

/// A signed statement about a file, as a source publishes it. Nothing in it is verified.
package struct PublishedAttestation: Hashable, Sendable {
  /// The form of an attestation.
  package enum Kind: Hashable, Sendable {
    /// A Sigstore bundle, or an attestation of a Python package index (PEP 740).
    case bundle
    /// A minisign signature.
    case minisign
  }

  /// The maximum size of an attestation in bytes. Most take about 10,000.
  package static let maximumSize = 1 << 20

  package let kind: Kind
  /// JSON without insignificant whitespace, so that it does not depend on the layout of a response,
  /// or the lines of a signature as published.
  package let text: [UInt8]
  /// The digest of ``text``, by which a lock names the attestation.
  package let digest: SHA256Digest
  /// The publisher that the source or the attestation itself states, or `nil` if there is none that
  /// a lock can name.
  package let stated: LockedPublisher?
  /// The account that publishes the file now, such as `github:acme/mytool`, or `nil` if the source
  /// has no accounts. After a repository moves, the attestation names its earlier account.
  package var account: String?
  /// Whether the account belongs to a public service. No private authority vouches for it.
  package var isAccountPublic = false

  /// Creates an attestation.
  package init(
    _ kind: Kind, _ text: [UInt8], stated: LockedPublisher? = nil, account: String? = nil
  ) {
    self.kind = kind
    self.text = text
    digest = SHA256.digest(of: text)
    self.stated = stated
    self.account = account
  }
}
