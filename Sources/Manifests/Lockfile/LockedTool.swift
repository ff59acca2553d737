package import Versions

/// One stanza of a lock: a tool, its version, who requested it, and the exact bytes per platform.
///
/// Lists are put in the order in which a lock has them.
package struct LockedTool: Hashable, Sendable {
  /// Who asks for the tool, and for which versions.
  package struct Want: Hashable, Sendable {
    package let requirement: Requirement
    package let requester: Requester

    package init(_ requirement: Requirement, by requester: Requester) {
      self.requirement = requirement
      self.requester = requester
    }
  }

  /// Another tool that this one needs to run.
  package struct Need: Hashable, Sendable {
    package let tool: ToolName
    package let requirement: Requirement

    package init(_ tool: ToolName, _ requirement: Requirement) {
      self.tool = tool
      self.requirement = requirement
    }
  }

  package var name: ToolName
  package var version: VersionText
  /// The Toolfile first, then `.tool-version`, then tools by name; one a requester.
  package var wants: [Want]
  package var declaration: LockedDeclaration
  /// nil where the source does not say.
  package var released: ReleaseTime?
  /// By name.
  package var needs: [Need] = []
  /// By name.
  package var provides: [ExecutableName]
  /// By the platform's name.
  package var artifacts: [Artifact] = []
  /// By the platform's name, those of any platform first, then by name.
  package var parts: [ArtifactPart] = []
  /// Whether a digest was computed from the first download, since the index gave none.
  package var isTrustedOnFirstUse = false
  /// What only a newer bootstrap understands.
  package var unknownLines: [UnknownLockLine] = []

  /// Takes what every stanza has; ``with(_:)`` adds the rest.
  package init(
    name: ToolName, version: VersionText, wants: [Want], declaration: LockedDeclaration,
    provides: [ExecutableName]
  ) {
    self.name = name
    self.version = version
    self.wants = wants
    self.declaration = declaration
    self.provides = provides
    putInOrder()
  }

  /// Returns a copy that `change` has modified, with its lists in order.
  package func with(_ change: (inout LockedTool) -> Void) -> LockedTool {
    var tool = self
    change(&tool)
    tool.putInOrder()
    return tool
  }

  mutating func putInOrder() {
    wants.putInOrder { $0.requester < $1.requester }
    needs.putInOrder { $0.tool < $1.tool }
    provides.putInOrder(by: <)
    artifacts.putInOrder { $0.platform.rawValue < $1.platform.rawValue }
    parts.putInOrder {
      ($0.platform?.rawValue ?? "", $0.name.text, $0.version.text)
        < ($1.platform?.rawValue ?? "", $1.name.text, $1.version.text)
    }
    unknownLines.putInOrder { $0.predecessor < $1.predecessor }
  }

  /// nil where the tool is not locked for `platform`.
  package func artifact(for platform: Platform) -> Artifact? {
    artifacts.first { $0.platform == platform }
  }

  /// The parts that are installed with the artifact for `platform`.
  package func parts(for platform: Platform) -> [ArtifactPart] {
    parts.filter { $0.isFor(platform) }
  }

  /// The id of what is installed on `platform`. nil if the tool is not locked for it.
  package func contentID(for platform: Platform) -> ContentID? {
    artifact(for: platform).map {
      ContentID(of: $0.digest, $0.format, with: parts(for: platform))
    }
  }
}

/// Who asks for a tool.
package enum Requester: Hashable, Sendable {
  case toolfile
  case toolVersionFile
  case tool(ToolName, VersionText)

  /// Whether it is a tool that needs the other one, and not the project.
  package var isTool: Bool {
    if case .tool = self { true } else { false }
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    // `Toolfile`, the most frequent requester.
    if packed(bytes, range) == 0x546F_6F6C_6669_6C65 {
      self = .toolfile
    } else if bytes[range].elementsEqual(ToolVersionFile.name.utf8) {
      self = .toolVersionFile
    } else if let separator = bytes[range].firstIndex(of: UInt8(ascii: "@")),
      let name = ToolName(bytes, range.lowerBound..<separator),
      let version = VersionText(bytes, separator + 1..<range.upperBound)
    {
      self = .tool(name, version)
    } else {
      return nil
    }
  }
}

extension Requester: Comparable, CustomStringConvertible {
  package static func < (left: Requester, right: Requester) -> Bool {
    switch (left, right) {
    case (.toolfile, .toolfile), (_, .toolfile): false
    case (.toolfile, _): true
    case (.toolVersionFile, .toolVersionFile), (.tool, .toolVersionFile): false
    case (.toolVersionFile, .tool): true
    case (.tool(let left, let leftVersion), .tool(let right, let rightVersion)):
      (left.text, leftVersion.text) < (right.text, rightVersion.text)
    }
  }

  /// `Toolfile`, `.tool-version` or `fastlane@2.220.0`.
  package var description: String {
    switch self {
    case .toolfile: Toolfile.name
    case .toolVersionFile: ToolVersionFile.name
    case .tool(let name, let version): "\(name)@\(version)"
    }
  }
}

/// What the manifest says of a tool besides its requirement: the source, and options in words.
///
/// `--frozen` compares it, so equal declarations must be spelled alike.
package struct LockedDeclaration: Hashable, Sendable {
  package struct Option: Hashable, Sendable {
    /// An identifier of lower-case letters, digits and underscores.
    package let key: String
    package let value: String

    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package let source: String
  /// By key, each key once.
  package private(set) var options: [Option]

  package init(source: String, options: [Option]) {
    self.source = source
    self.options = options
    self.options.putInOrder { $0.key < $1.key }
  }

  /// nil where the manifest does not say.
  package subscript(key: String) -> String? {
    options.first { $0.key == key }?.value
  }
}

extension Array {
  /// Sorts in place, stably. A list in order, as in every lock that is read, is not copied.
  fileprivate mutating func putInOrder(by isLess: (Element, Element) -> Bool) {
    let isSorted = zip(self, dropFirst()).allSatisfy { !isLess($1, $0) }
    if !isSorted { sort(by: isLess) }
  }
}
