package import Vocabulary

/// Everything that determines the contents of an installation, and therefore its ``ContentID``.
///
/// The id is computed from a canonical text, in which every line ends with a line feed:
///
/// ```
/// content 1
/// unpack wheel sha256:1f00…
/// executable ruff
/// executable zig ziglang/zig
/// part addressable 2.8.7 gem sha256:70ba…
/// ```
///
/// For a build from source, `build` replaces `unpack`. The platform follows, because the result of
/// a build depends on it, then the steps, and then the installed tools that they can run:
///
/// ```
/// build tar.gz sha256:1f00…
/// platform linux-x64
/// step "make linux"
/// with cmake 4.1.2 5d0c…
/// ```
///
/// For gems, `gems` replaces `unpack`, followed by the platform and the Ruby that runs them. For
/// the system's Ruby, nothing follows.
///
/// The number after `content` is the number of the rule that finds executables in an archive, so a
/// new rule changes every id. `unpack` is the way in which files become an installation,
/// followed by the format and digest of the artifact. The `executable` lines are sorted by their
/// bytes, and so are the `part` lines. An `executable` line includes a path only if the Toolfile
/// states one. Otherwise, the name, the rule, and the artifact determine the path.
package struct InstallationContent: Sendable {
  /// The number of the rule that finds executables in archives. It must change if the rule finds
  /// another file for any executable. It may stay if the rule only finds more executables, because
  /// those were never installed.
  private static let layoutRule = 1

  private let format: ArtifactFormat
  private let digest: SHA256Digest
  private let executables: [Toolfile.Executable]
  private let parts: [any ContentPart]
  private let assembly: InstallationAssembly

  /// Creates the content of an installation.
  ///
  /// - Parameters:
  ///   - format: The packaging format of the artifact.
  ///   - digest: The digest of the artifact as downloaded.
  ///   - executables: The executables for the platform, in any order, each with its path only if
  ///     the Toolfile states it.
  ///   - parts: The parts for the platform, in any order.
  ///   - assembly: How the files become the contents.
  package init(
    _ format: ArtifactFormat, _ digest: SHA256Digest, executables: [Toolfile.Executable],
    parts: [any ContentPart] = [], assembly: InstallationAssembly = .unpack
  ) {
    self.format = format
    self.digest = digest
    self.executables = executables
    self.parts = parts
    self.assembly = assembly
  }

  /// The content id: the first 40 digits of the SHA-256 digest of ``text``.
  package var id: ContentID { ContentID(startOf: SHA256Digest(of: text)) }

  /// The canonical text in UTF-8.
  package var text: [UInt8] {
    var text: [UInt8] = []
    // The first two lines and one executable without a long path fit.
    text.reserveCapacity(160)
    text += "content ".utf8
    text += String(Self.layoutRule).utf8
    text += "\n\(assembly.word) ".utf8
    text += format.text.utf8
    text += " sha256:".utf8
    digest.appendHexadecimal(to: &text)
    text.append(UInt8(ascii: "\n"))
    if let platform = assembly.platform {
      text += "platform \(platform.rawValue)\n".utf8
      for step in assembly.steps { text += "step \(quoted(step))\n".utf8 }
      for dependency in assembly.dependencies {
        text += "with \(dependency.words.joined(separator: " "))\n".utf8
      }
    }
    // No character of a name precedes the space or the line feed after it, so the order of the
    // names is that of the lines.
    for executable in executables.sorted(by: { $0.name < $1.name }) {
      text += "executable ".utf8
      text += executable.name.text.utf8
      if let path = executable.path {
        text.append(UInt8(ascii: " "))
        text += path.text.utf8
      }
      text.append(UInt8(ascii: "\n"))
    }
    let partLines = parts.map { "part \($0.name) \($0.version) \($0.format) \($0.digest)\n" }
    for line in partLines.sorted() { text += line.utf8 }
    return text
  }
}
