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
/// The number after `content` is the number of the rule that finds executables in an archive, so a
/// new rule changes every id. `unpack` is the way in which files become an installation,
/// followed by the format and digest of the artifact. The `executable` lines are sorted by their
/// bytes, and so are the `part` lines. An `executable` line includes a path only if the Toolfile
/// states one. Otherwise, the name, the rule, and the artifact determine the path.
package struct InstallationContent: Sendable {
  /// An executable of an installation.
  package struct Executable: Hashable, Sendable {
    package let name: ExecutableName
    /// The path in the artifact that the Toolfile states, or `nil` if the rule determines the path.
    package let declaredPath: String?

    /// Creates an executable. Omit `declaredPath` if the Toolfile states no path.
    package init(_ name: ExecutableName, declaredPath: String? = nil) {
      self.name = name
      self.declaredPath = declaredPath
    }
  }

  /// The number of the rule that finds executables in archives. It must change if the rule does.
  private static let layoutRule = 1

  private let format: ArtifactFormat
  private let digest: SHA256Digest
  private let executables: [Executable]
  private let parts: [any ContentPart]

  /// Creates the content of an installation.
  ///
  /// - Parameters:
  ///   - format: The packaging format of the artifact.
  ///   - digest: The digest of the artifact as downloaded.
  ///   - executables: The executables for the platform, in any order.
  ///   - parts: The parts for the platform, in any order.
  package init(
    _ format: ArtifactFormat, _ digest: SHA256Digest, executables: [Executable],
    parts: [any ContentPart] = []
  ) {
    self.format = format
    self.digest = digest
    self.executables = executables
    self.parts = parts
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
    text += "\nunpack ".utf8
    text += format.text.utf8
    text += " sha256:".utf8
    digest.appendHexadecimal(to: &text)
    text.append(UInt8(ascii: "\n"))
    if executables.count == 1, parts.isEmpty {
      // Most tools have one executable and no parts, so there is nothing to sort.
      Self.append(executables[0], to: &text)
      return text
    }
    for executable in executables.map(Self.line).sorted(by: Self.precedes) { text += executable }
    for part in parts.map(Self.line).sorted(by: Self.precedes) { text += part }
    return text
  }

  /// Appends the line of an executable, including its line feed.
  private static func append(_ executable: Executable, to text: inout [UInt8]) {
    text += "executable ".utf8
    text += executable.name.text.utf8
    if let path = executable.declaredPath {
      text.append(UInt8(ascii: " "))
      text += path.utf8
    }
    text.append(UInt8(ascii: "\n"))
  }

  private static func line(_ executable: Executable) -> [UInt8] {
    var line: [UInt8] = []
    append(executable, to: &line)
    return line
  }

  private static func line(_ part: any ContentPart) -> [UInt8] {
    Array("part \(part.name) \(part.version) \(part.format) \(part.digest)\n".utf8)
  }

  /// Returns whether `left` precedes `right` in the order of their bytes.
  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}

/// A file that an installation contains in addition to its artifact, such as a gem.
///
/// The requirements are the properties that affect the content id.
package protocol ContentPart: Hashable, Sendable {
  var name: PartName { get }
  var version: VersionText { get }
  var format: ArtifactFormat { get }
  var digest: SHA256Digest { get }
}
