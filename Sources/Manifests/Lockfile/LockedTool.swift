package import Versions
package import Vocabulary

/// A stanza of a lock: a tool, its version, its requesters, and the exact artifact for
/// each platform.
///
/// Each list is in the order that a lock requires.
package struct LockedTool: Hashable, Sendable {
  /// A requirement on the tool, and its requester.
  package struct Want: Hashable, Sendable {
    package let requirement: Requirement
    package let requester: Requester

    /// Creates a requirement of `requester`.
    package init(_ requirement: Requirement, by requester: Requester) {
      self.requirement = requirement
      self.requester = requester
    }
  }

  package var name: ToolName
  package var version: VersionText
  /// The requirements, one per requester: the Toolfile first, then `.tool-version`, then tools
  /// by name.
  package var wants: [Want]
  /// What the manifest declares, without the requirement.
  package var declared: LockedDeclaration {
    didSet { declaration = definition?.completing(declared) ?? declared }
  }
  /// What the definition of the tool resolved to, or `nil` if the manifest names the source.
  package var definition: LockedDefinition? {
    didSet { declaration = definition?.completing(declared) ?? declared }
  }
  /// The source and options that are in effect: those of the manifest, and those of the definition
  /// that the manifest does not state.
  package private(set) var declaration: LockedDeclaration
  /// Who published the files, or `nil` if the source does not state it.
  package var publisher: LockedPublisher?
  /// The proof of who published the files, made when the tool was locked, or `nil` if there was
  /// none.
  package var verification: LockedVerification?
  /// The steps that build the tool from its artifact, a source archive. Empty if the artifact is
  /// only unpacked.
  package var steps: [String] = []
  /// The installed tools that the steps can run, sorted by name and platform. For gems, the Ruby
  /// that runs them.
  package var dependencies: [LockedBuildDependency] = []
  /// The gems whose installation runs code on at least one platform, sorted by name.
  package var extensions: [PartName] = []
  /// The time of the release, or `nil` if the source does not state it.
  package var released: ReleaseTime?
  /// The needed tools, sorted by name.
  package var needs: [ToolNeed] = []
  /// The executables, sorted by name.
  package var provides: [LockedExecutable]
  /// The artifacts, sorted by platform name.
  package var artifacts: [Artifact] = []
  /// The parts, sorted by platform name, part name, and version. Parts for all platforms
  /// come first.
  package var parts: [ArtifactPart] = []
  /// Whether a digest was computed from the first download because the index had none.
  package var isTrustedOnFirstUse = false
  /// Whether an older bootstrap wrote the stanza: it has content ids of 12 digits, or one line for
  /// all executables.
  ///
  /// Such ids are not verified. They make the lock stale, and `bootstrap lock` replaces them.
  package var isOutdated = false
  /// Whether an older bootstrap wrote the `declares` line, with the source as its first word.
  ///
  /// The content ids are right, so the stanza can be used. The lock is stale nevertheless, and
  /// `bootstrap lock` rewrites the line.
  package var hasOlderDeclaration = false
  /// The lines that only a newer bootstrap understands.
  package var unknownLines: [UnknownLockLine] = []

  /// Creates a stanza with the required lines. Use ``with(_:)`` to add others.
  package init(
    name: ToolName, version: VersionText, wants: [Want], declared: LockedDeclaration,
    provides: [LockedExecutable]
  ) {
    self.name = name
    self.version = version
    self.wants = wants
    self.declared = declared
    declaration = declared
    self.provides = provides
    putInOrder()
  }

  /// Returns a copy that `change` has modified, with each list in the order of a lock.
  package func with(_ change: (inout LockedTool) -> Void) -> LockedTool {
    var tool = self
    change(&tool)
    tool.putInOrder()
    return tool
  }

  /// Sorts each list in the order that a lock requires.
  mutating func putInOrder() {
    wants.putInOrder { $0.requester < $1.requester }
    dependencies.putInOrder { $0.order < $1.order }
    extensions.putInOrder { $0.text < $1.text }
    needs.putInOrder { $0.tool < $1.tool }
    provides.putInOrder { $0.name < $1.name }
    artifacts.putInOrder { $0.platform.rawValue < $1.platform.rawValue }
    parts.putInOrder {
      ($0.platform?.rawValue ?? "", $0.name.text, $0.version.text)
        < ($1.platform?.rawValue ?? "", $1.name.text, $1.version.text)
    }
    unknownLines.putInOrder { $0.predecessor < $1.predecessor }
  }

  /// Returns the artifact for `platform`, or `nil` if the tool is not locked for that platform.
  package func artifact(for platform: Platform) -> Artifact? {
    artifacts.first { $0.platform == platform }
  }

  /// Returns the parts that are installed with the artifact for `platform`.
  package func parts(for platform: Platform) -> [ArtifactPart] {
    parts.filter { $0.isFor(platform) }
  }

  /// Whether the tool is a gem.
  package var isGem: Bool { steps.isEmpty && artifacts.contains { $0.format == .gem } }

  /// Whether what is installed also depends on other tools: the tool is built from source, or is a
  /// gem.
  var hasDependencies: Bool { !steps.isEmpty || isGem }

  /// Returns the installed tools that the steps can run on `platform`, sorted by name. For gems,
  /// the Ruby that runs them.
  package func dependencies(for platform: Platform) -> [BuildDependency] {
    dependencies.filter { $0.platform == platform }.map(\.dependency)
  }

  /// Returns the content id of the tool's installation on `platform`, or `nil` if the tool is not
  /// locked for that platform.
  package func contentID(for platform: Platform) -> ContentID? {
    artifact(for: platform).map(contentID)
  }

  /// Returns the content id of an installation of `artifact`.
  func contentID(of artifact: Artifact) -> ContentID {
    contentID(artifact.format, artifact.digest, for: artifact.platform)
  }

  /// Returns the content id of an installation on `platform`, given the format and digest of its
  /// artifact.
  func contentID(
    _ format: ArtifactFormat, _ digest: SHA256Digest, for platform: Platform
  ) -> ContentID {
    InstallationContent(
      format, digest, executables: declaration.executables(named: self.executables(for: platform)),
      parts: parts(for: platform),
      assembly: InstallationAssembly(
        format, steps: steps, dependencies: dependencies(for: platform), platform: platform)
    ).id
  }
}

/// The origin of a requirement on a tool: a file of the project, or another tool.
package enum Requester: Hashable, Sendable {
  case toolfile
  case toolVersionFile
  case tool(ToolName, VersionText)

  /// Whether the requester is a tool rather than a file of the project.
  package var isTool: Bool {
    if case .tool = self { true } else { false }
  }

  /// Parses the spelling of ``description``.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    // The number is `Toolfile`, the most frequent requester, in ASCII.
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
  /// Compares the texts, which can be inlined. Comparing names of another module cannot, and the
  /// reader compares each requester of a stanza with all others.
  package static func == (left: Requester, right: Requester) -> Bool {
    switch (left, right) {
    case (.toolfile, .toolfile), (.toolVersionFile, .toolVersionFile): true
    case (.tool(let left, let leftVersion), .tool(let right, let rightVersion)):
      left.text == right.text && leftVersion.text == rightVersion.text
    default: false
    }
  }

  /// Returns whether `left` precedes `right` in a stanza: files first, then tools by name.
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

  /// The spelling in a lock: `Toolfile`, `.tool-version`, or a tool such as `fastlane@2.220.0`.
  package var description: String {
    switch self {
    case .toolfile: Toolfile.name
    case .toolVersionFile: ToolVersionFile.name
    case .tool(let name, let version): "\(name)@\(version)"
    }
  }
}

extension Array {
  /// Sorts the array stably. Does not copy an array that is already sorted, as in every lock that
  /// bootstrap wrote.
  mutating func putInOrder(by isLess: (Element, Element) -> Bool) {
    let isSorted = zip(self, dropFirst()).allSatisfy { !isLess($1, $0) }
    if !isSorted { sort(by: isLess) }
  }
}
