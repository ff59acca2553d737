/// One file to fetch for one platform.
package struct Artifact: Hashable, Sendable {
  package let platform: Platform
  package let format: ArtifactFormat
  /// Of the file as it is fetched.
  package let digest: SHA256Digest
  /// In bytes, as it is fetched.
  package let size: Int
  /// Where it can be had, best first; at least one.
  package let urls: [ArtifactURL]

  package init(
    platform: Platform, format: ArtifactFormat, digest: SHA256Digest, size: Int,
    urls: [ArtifactURL]
  ) {
    self.platform = platform
    self.format = format
    self.digest = digest
    self.size = size
    self.urls = urls
  }
}

/// The packing of an artifact: `wheel`, `zip`, `tar.gz`.
///
/// At most 32 bytes: lowercase letters, digits, `.`, `-`. Not an enumeration, since a lock may name
/// formats that only a newer bootstrap unpacks, for tools or platforms not requested here.
package struct ArtifactFormat: ValidatedText {
  package static let maximumByteCount = 32

  package static let wheel = ArtifactFormat(checked: UncheckedText(text: "wheel"))

  package let text: String

  package init(checked: UncheckedText) { text = checked.text }

  package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLowercaseOrDigit || ".-".utf8.contains(byte)
  }
}
