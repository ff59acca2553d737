package import Manifests

/// The text of a lock that a test writes by hand.
package enum SampleLock {
  /// The id of a wheel with one executable.
  ///
  /// - Parameter digest: 64 hexadecimal digits.
  package static func wheelID(providing executable: String, digest: String) -> ContentID? {
    guard let digest = SHA256Digest(hexadecimal: digest), let name = ExecutableName(executable)
    else { return nil }
    return InstallationContent(.wheel, digest, executables: [.init(name)]).id
  }

  /// Puts the content ids in, where `text` has a `?` for them: `artifact linux-x64 ? wheel …`.
  ///
  /// A `provides` line must precede the artifacts of its stanza. Parts are not considered.
  package static func withIDs(_ text: String) -> String {
    var executables: [InstallationContent.Executable] = []
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "provides":
        executables = words.dropFirst().compactMap { ExecutableName($0).map { .init($0) } }
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
