/// The packaging format of an artifact, such as `wheel`, `zip`, or `tar.gz`.
///
/// A format has 1 to 32 characters of `[a-z0-9.-]`. It is not an enumeration, because a lock may
/// contain formats of a newer bootstrap for tools or platforms that this machine does not install.
package struct ArtifactFormat: ValidatedText {
  package static let maximumByteCount = 32

  /// A file that is itself the executable.
  package static let raw = ArtifactFormat(checked: UncheckedText(text: "raw"))
  /// A patch for the source of a build.
  package static let patch = ArtifactFormat(checked: UncheckedText(text: "patch"))
  package static let wheel = ArtifactFormat(checked: UncheckedText(text: "wheel"))

  /// A gem, installed with Ruby.
  package static let gem = ArtifactFormat(checked: UncheckedText(text: "gem"))

  package let text: String

  /// Whether the artifact is a single executable, plain or compressed, instead of an archive.
  package var isSingleFile: Bool { ["raw", "gz", "xz", "zst", "bz2"].contains(text) }

  /// Wraps a valid format.
  package init(checked: UncheckedText) { text = checked.text }

  /// Returns whether the byte is a lowercase letter, a digit, `.`, or `-`.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLowercaseOrDigit || ".-".utf8.contains(byte)
  }
}
