internal import Manifests
package import Vocabulary

/// Helpers for locks that tests write by hand.
package enum SampleLock {
  /// Returns the content id of a wheel with one executable, or `nil` if an argument is invalid.
  ///
  /// - Parameter digest: 64 hexadecimal digits.
  package static func wheelID(providing executable: String, digest: String) -> ContentID? {
    guard let digest = SHA256Digest(hexadecimal: digest), let name = ExecutableName(executable)
    else { return nil }
    return InstallationContent(.wheel, digest, executables: [.init(name)]).id
  }

  /// Returns the lock `text` with each `?` that stands for a content id replaced by that id, as in
  /// `artifact linux-x64 ? wheel …`.
  ///
  /// The `provides` lines of a stanza must precede its artifacts, and must not list platforms. The
  /// ids do not include parts.
  package static func withIDs(_ text: String) -> String {
    var executables: [Toolfile.Executable] = []
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "tool": executables = []
      case "provides":
        executables += words.dropFirst().compactMap(ExecutableName.init).map { .init($0) }
      case "artifact" where words.count > 4 && words[2] == "?":
        guard let format = ArtifactFormat(words[3]),
          let digest = SHA256Digest(hexadecimal: words[4].dropFirst("sha256:".count))
        else { break }
        words[2] = InstallationContent(format, digest, executables: executables).id.description
        return "  " + words.joined(separator: " ")
      default: break
      }
      return String(line)
    }.joined(separator: "\n")
  }
}
