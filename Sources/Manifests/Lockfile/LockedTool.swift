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

  /// The lines, in an array of one element. Its copies share them until one changes, so a copy of a
  /// stanza costs one reference count instead of twenty.
  private var shared: [LockedLines]

  package var name: ToolName {
    get { shared[0].name }
    _modify { yield &shared[0].name }
  }
  package var version: VersionText {
    get { shared[0].version }
    _modify { yield &shared[0].version }
  }
  /// The requirements, one per requester: the Toolfile first, then `.tool-version`, then tools
  /// by name.
  package var wants: [Want] {
    get { shared[0].wants }
    _modify { yield &shared[0].wants }
  }
  /// What the manifest declares, without the requirement.
  package var declared: LockedDeclaration {
    get { shared[0].declared }
    _modify { yield &shared[0].declared }
  }
  /// What the definition of the tool resolved to, or `nil` if the manifest names the source.
  package var definition: LockedDefinition? {
    get { shared[0].definition }
    _modify { yield &shared[0].definition }
  }
  /// The source and options that are in effect: those of the manifest, and those of the definition
  /// that the manifest does not state.
  package var declaration: LockedDeclaration { shared[0].declaration }
  /// Who published the files, or `nil` if the source does not state it.
  package var publisher: LockedPublisher? {
    get { shared[0].publisher }
    _modify { yield &shared[0].publisher }
  }
  /// The proof of who published the files, made when the tool was locked, or `nil` if there was
  /// none.
  package var verification: LockedVerification? {
    get { shared[0].verification }
    _modify { yield &shared[0].verification }
  }
  /// The steps that build the tool from its artifact, a source archive. Empty if the artifact is
  /// only unpacked.
  package var steps: [String] {
    get { shared[0].steps }
    _modify { yield &shared[0].steps }
  }
  /// The installed tools that the steps can run, sorted by name and platform. For gems, the Ruby
  /// that runs them.
  package var dependencies: [LockedBuildDependency] {
    get { shared[0].dependencies }
    _modify { yield &shared[0].dependencies }
  }
  /// The gems whose installation runs code on at least one platform, sorted by name.
  package var extensions: [PartName] {
    get { shared[0].extensions }
    _modify { yield &shared[0].extensions }
  }
  /// The time of the release, or `nil` if the source does not state it.
  package var released: ReleaseTime? {
    get { shared[0].released }
    _modify { yield &shared[0].released }
  }
  /// The needed tools, sorted by name.
  package var needs: [ToolNeed] {
    get { shared[0].needs }
    _modify { yield &shared[0].needs }
  }
  /// The executables, sorted by name.
  package var provides: [LockedExecutable] {
    get { shared[0].provides }
    _modify { yield &shared[0].provides }
  }
  /// The artifacts, sorted by platform name.
  package var artifacts: [Artifact] {
    get { shared[0].artifacts }
    _modify { yield &shared[0].artifacts }
  }
  /// The parts, sorted by platform name, part name, and version. Parts for all platforms
  /// come first.
  package var parts: [ArtifactPart] {
    get { shared[0].parts }
    _modify { yield &shared[0].parts }
  }
  /// Whether a digest was computed from the first download because the index had none.
  package var isTrustedOnFirstUse: Bool {
    get { shared[0].isTrustedOnFirstUse }
    _modify { yield &shared[0].isTrustedOnFirstUse }
  }
  /// Whether an older bootstrap wrote the stanza: it has content ids of 12 digits, or one line for
  /// all executables.
  ///
  /// Such ids are not verified. They make the lock stale, and `bootstrap lock` replaces them.
  package var isOutdated: Bool {
    get { shared[0].isOutdated }
    _modify { yield &shared[0].isOutdated }
  }
  /// Whether an older bootstrap wrote the `declares` line, with the source as its first word.
  ///
  /// The content ids are right, so the stanza can be used. The lock is stale nevertheless, and
  /// `bootstrap lock` rewrites the line.
  package var hasOlderDeclaration: Bool {
    get { shared[0].hasOlderDeclaration }
    _modify { yield &shared[0].hasOlderDeclaration }
  }
  /// The lines that only a newer bootstrap understands.
  package var unknownLines: [UnknownLockLine] {
    get { shared[0].unknownLines }
    _modify { yield &shared[0].unknownLines }
  }

  /// Creates a stanza with the required lines. Use ``with(_:)`` to add others.
  package init(
    name: ToolName, version: VersionText, wants: [Want], declared: LockedDeclaration,
    provides: [LockedExecutable]
  ) {
    shared = [
      LockedLines(
        name: name, version: version, wants: wants, declared: declared, declaration: declared,
        provides: provides)
    ]
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
    // Changing a list would copy lines that other stanzas share.
    if !shared[0].areInOrder { shared[0].putInOrder() }
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
  package var hasDependencies: Bool { !steps.isEmpty || isGem }

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
    knownContentID(format, digest, for: platform)
      ?? computedContentID(format, digest, for: platform)
  }

  /// Returns the content id of an installation of `artifact`, or `nil` if it was not read and
  /// checked with the stanza.
  package func knownContentID(of artifact: Artifact) -> ContentID? {
    knownContentID(artifact.format, artifact.digest, for: artifact.platform)
  }

  private func knownContentID(
    _ format: ArtifactFormat, _ digest: SHA256Digest, for platform: Platform
  ) -> ContentID? {
    shared[0].contentIDs.id(
      format, digest, for: platform, isPortable: shared[0].isPortable(format))
  }

  /// Remembers the content id of an artifact, which is the right one.
  mutating func addContentID(
    _ id: ContentID, _ format: ArtifactFormat, _ digest: SHA256Digest, for platform: Platform
  ) {
    shared[0].contentIDs.add(id, format, digest, for: platform)
  }

  private func computedContentID(
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
