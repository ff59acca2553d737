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

/// How the bytes of an artifact are packed: `wheel`, `zip`, `tar.gz`. Lower-case letters, digits, `.` and `-`, at most 32 bytes.
///
/// Not an enumeration, since a lock may name what only a newer bootstrap unpacks, for a tool or a
/// platform that nobody asks this one for.
package struct ArtifactFormat: Word {
  package static let maximumByteCount = 32

  package static let wheel = ArtifactFormat(checked: CheckedText(text: "wheel"))

  package let text: String

  package init(checked: CheckedText) { text = checked.text }

  package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLowercaseOrDigit || ".-".utf8.contains(byte)
  }
}
