/// A file to download and install on one platform.
package struct Artifact: Hashable, Sendable {
  package let platform: Platform
  package let format: ArtifactFormat
  /// The digest of the file as downloaded.
  package let digest: SHA256Digest
  /// The size of the file as downloaded, in bytes.
  package let size: Int
  /// The maximum size of a file as downloaded, in bytes: that of its unpacked contents. Sizes come
  /// from strangers, so all parsers enforce it. It keeps sums of sizes from overflowing.
  package static let maximumSize = 32_000_000_000

  /// The addresses of the file in the order of preference; at least one.
  package let urls: [ArtifactURL]

  /// Creates an artifact. `urls` must not be empty.
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

/// The packaging format of an artifact, such as `wheel`, `zip`, or `tar.gz`.
///
/// A format has 1 to 32 characters of `[a-z0-9.-]`. It is not an enumeration, because a lock may
/// contain formats of a newer bootstrap for tools or platforms that this machine does not install.
package struct ArtifactFormat: ValidatedText {
  package static let maximumByteCount = 32

  /// A file that is itself the executable.
  package static let raw = ArtifactFormat(checked: UncheckedText(text: "raw"))
  package static let wheel = ArtifactFormat(checked: UncheckedText(text: "wheel"))

  package let text: String

  /// Whether the artifact is a single executable, plain or compressed, instead of an archive.
  package var isSingleFile: Bool { ["raw", "gz", "xz", "zst", "bz2"].contains(text) }

  /// Wraps a valid format.
  package init(checked: UncheckedText) { text = checked.text }

  /// Returns whether the byte is a lowercase letter, a digit, `.`, or `-`.
  package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLowercaseOrDigit || ".-".utf8.contains(byte)
  }
}
