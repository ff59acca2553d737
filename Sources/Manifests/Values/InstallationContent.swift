/// Everything that decides what an installation holds, and so its ``ContentID``.
///
/// The id is computed from one canonical text, of which each line ends in a line feed:
///
/// ```
/// content 1
/// unpack wheel sha256:1f00…
/// executable ruff
/// executable zig ziglang/zig
/// part addressable 2.8.7 gem sha256:70ba…
/// ```
///
/// The number after `content` is that of the rule by which executables are found in an archive: if
/// the rule changes, so does every id. `unpack` names how the files are assembled. Executables and
/// parts are sorted by the bytes of their lines. An executable has a path only if the Toolfile
/// names it; otherwise its name, the rule and the artifact determine its path.
package struct InstallationContent: Sendable {
  /// An executable of an installation.
  package struct Executable: Hashable, Sendable {
    package let name: ExecutableName
    /// Its path in the artifact as the Toolfile states it. nil if the rule for archives finds it.
    package let declaredPath: String?

    package init(_ name: ExecutableName, declaredPath: String? = nil) {
      self.name = name
      self.declaredPath = declaredPath
    }
  }

  /// The number of the rule that finds executables in archives.
  private static let layoutRule = 1

  private let format: ArtifactFormat
  private let digest: SHA256Digest
  private let executables: [Executable]
  private let parts: [any ContentPart]

  /// - Parameters:
  ///   - digest: The digest of the artifact as it is fetched.
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

  package var id: ContentID { ContentID(startOf: SHA256Digest(of: text)) }

  /// The canonical text in UTF-8.
  package var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(160)
    text += "content ".utf8
    text += String(Self.layoutRule).utf8
    text += "\nunpack ".utf8
    text += format.text.utf8
    text += " sha256:".utf8
    digest.appendHexadecimal(to: &text)
    text.append(UInt8(ascii: "\n"))
    if executables.count == 1, parts.isEmpty {
      // Most tools have one executable, and no list to sort.
      Self.append(executables[0], to: &text)
      return text
    }
    for executable in executables.map(Self.line).sorted(by: Self.precedes) { text += executable }
    for part in parts.map(Self.line).sorted(by: Self.precedes) { text += part }
    return text
  }

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

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}

/// A file that an installation holds besides its artifact, as far as it decides the content.
package protocol ContentPart: Hashable, Sendable {
  var name: PartName { get }
  var version: VersionText { get }
  var format: ArtifactFormat { get }
  var digest: SHA256Digest { get }
}
