package import Versions
package import Vocabulary

/// A release of bootstrap.
package struct ProgramRelease: Hashable, Sendable {
  package let version: Version
  /// The day on which it was published: `2026-12-01`.
  package let date: String
  /// The archives, by the name of their platform.
  package internal(set) var archives: [String: Archive] = [:]

  /// An archive with the programs for a platform.
  package struct Archive: Hashable, Sendable {
    /// The size in bytes.
    package let size: Int
    package let digest: SHA256Digest
  }

  /// Reads the words of the line that begins a release. Returns `nil` for another line.
  init?(_ words: [Substring]) {
    guard words.count == 3, words[0] == "release",
      let version = try? Version(parsing: String(words[1]), scheme: .general)
    else { return nil }
    self.version = version
    date = String(words[2])
  }

  /// Reads the words of the line of an archive. Returns `nil` for another line.
  static func archive(_ words: [Substring]) -> (String, Archive)? {
    guard words.count == 3, let size = Int(words[1]), size > 0, words[2].hasPrefix("sha256:"),
      let digest = SHA256Digest(hexadecimal: String(words[2].dropFirst("sha256:".count)))
    else { return nil }
    return (String(words[0]), Archive(size: size, digest: digest))
  }

  /// The name of an archive without its extension, and of the only folder in it.
  package func archiveName(for platform: Platform) -> String {
    "bootstrap-\(version.spelling)-\(platform)"
  }
}
