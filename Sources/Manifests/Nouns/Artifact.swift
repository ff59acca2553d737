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

/// How the bytes of an artifact are packed: `wheel`, `zip`, `tar.gz`. Lower-case letters, digits,
/// `.` and `-`, at most 32 bytes.
///
/// Not an enumeration, since a lock may name what only a newer bootstrap unpacks, for a tool or a
/// platform that nobody asks this one for.
package struct ArtifactFormat: Hashable, Sendable {
  package static let wheel = ArtifactFormat(checked: "wheel")

  package let text: String

  private init(checked text: String) {
    self.text = text
  }

  /// nil for a text that is no such word.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard 1...32 ~= range.count,
      bytes[range].allSatisfy({ $0.isLowercaseOrDigit || ".-".utf8.contains($0) })
    else { return nil }
    text = String(decoding: bytes[range], as: UTF8.self)
  }
}

extension ArtifactFormat: CustomStringConvertible {
  package var description: String { text }
}
