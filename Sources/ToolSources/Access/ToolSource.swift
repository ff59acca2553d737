package import Diagnostics
package import Filesystem
package import Manifests
package import SourceKinds
package import Versions
package import Vocabulary

/// A provider of the versions and artifacts of tools.
///
/// Callers query a source in two steps. The first step returns everything that the source knows
/// about a package. Several packages can be requested in parallel. The caller then chooses a
/// version, and the second step returns the facts that the lock records about that version. The
/// source takes no part in the choice, so the choice needs no I/O and can be made by a loop or by
/// a solver.
///
/// To add a source, add a folder to `Sources/ToolSources`, its name to `sourceFolders` in
/// `Package.swift`, and the kind to ``SourceCatalog``. The folder contains the kind
/// (``SourceKind``), which is compiled into the module `SourceKinds`; its opener
/// (``OpenableSourceKind``); the source (``ToolSource``); and its packages (``SourcePackage``).
package protocol ToolSource: Sendable {
  static var kind: any SourceKind.Type { get }

  /// Returns everything that the source knows about a package, with a single request if possible.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the package does not exist, or the source is
  ///   unreachable or responds with invalid data.
  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage

  /// Returns the options with which the source would find releases of a package, for the author of
  /// a definition. Empty if the source has no advice.
  ///
  /// - Throws: The errors of ``package(_:)``.
  func missingOptions(
    of request: PackageRequest
  ) async throws(SourceError) -> [LockedDeclaration.Option]
}

/// The facts that a source knows about one package.
package protocol SourcePackage: Sendable {
  /// The releases, newest first, without duplicate versions.
  var releases: [SourceRelease] { get }

  /// Returns whether `release`, one of ``releases``, has an artifact for `platform`, or the
  /// reason why it has none.
  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice

  /// Returns the times at which those files of `release` were published that the lock would contain
  /// for `platforms`, and that `cutoff` does not admit. A time is `nil` if it is unknown.
  ///
  /// A version is judged by its files, because a file can be added to a release at any time.
  func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?]

  /// Returns the tools that `release` needs, which are the same for all platforms. No tool occurs
  /// twice.
  ///
  /// A need refers to a tool by name. Unless the Toolfile itself declares that tool, the tool is
  /// the package with that name in the same source.
  func needs(of release: SourceRelease) -> [Located<LockedTool.Need>]

  /// Returns the files of `release`, for a comparison with a lock. Sends no request.
  func files(of release: SourceRelease) -> [PublishedFile]

  /// Returns the files of `release` as they are, for a comparison with a lock. A source whose files
  /// are on this machine reads them, because its index may be wrong.
  ///
  /// - Throws: ``SourceError`` if a file cannot be read.
  func examinedFiles(of release: SourceRelease) async throws(SourceError) -> [PublishedFile]

  /// Returns the file that a lock of `release` would contain for `platform`, or `nil` if there is
  /// none, or if it takes a request to know. Sends no request.
  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile?

  /// Returns the address of the page about `release` for people, or `nil` if the source has none.
  /// Sends no request.
  func page(of release: SourceRelease) -> String?

  /// Returns how the package describes itself to people, with a single request if possible.
  ///
  /// - Throws: ``SourceError`` if the request fails.
  func profile(at release: SourceRelease) async throws(SourceError) -> PackageProfile

  /// Returns who published the files of `release` that the lock would contain for `platforms`, as
  /// the source states it.
  ///
  /// This is separate from ``content(of:for:announcing:)``, so that both can be requested at once.
  ///
  /// - Throws: ``SourceError`` if a request fails. A source that cannot be asked must not look like
  ///   one that states no publisher.
  func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers

  /// Returns the facts that the lock records about `release`. Requests those that are not known
  /// yet, such as file sizes and the central directories of archives.
  ///
  /// - Parameter announce: A function that is called with each artifact on a server as soon as
  ///   the artifact is known, so that its download can begin during the remaining requests.
  /// - Throws: ``SourceError/problems(_:)`` if one of `platforms` has no artifact, if the release
  ///   lacks a requested executable, or if a request fails.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent
}

/// An artifact that the lock will contain if the announced release is chosen.
package struct AnnouncedArtifact: Hashable, Sendable {
  package let platform: Platform
  package let format: ArtifactFormat
  package let url: ArtifactURL
  package let digest: SHA256Digest
  /// The size in bytes, or `nil` if the source has not stated it yet.
  package let size: Int?
  /// What a request for the artifact states besides the address.
  package var access = FileAccess()
}

extension SourcePackage {
  /// Returns the facts that the lock records about `release`, without announcing artifacts.
  package func content(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleaseContent {
    try await content(of: release, for: platforms) { _ in }
  }

  /// Returns `nil`, because some sources need a request to know a file.
  package func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? { nil }

  /// Returns `nil`, because most sources have no pages for releases.
  package func page(of release: SourceRelease) -> String? { nil }

  /// Returns ``files(of:)``, because most sources have their files on a server.
  package func examinedFiles(
    of release: SourceRelease
  ) async throws(SourceError) -> [PublishedFile] {
    files(of: release)
  }

  /// Judges the files by the time of the release, because most sources state no other times.
  package func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?] {
    cutoff.admits(release.released) ? [] : [release.released]
  }

  /// Returns no publishers, because most sources do not state any.
  package func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers {
    ReleasePublishers([])
  }

  /// Returns no needs, because most sources do not state any.
  package func needs(of release: SourceRelease) -> [Located<LockedTool.Need>] { [] }
}

extension ToolSource {
  package var name: String { Self.kind.name }
  package var scheme: VersionScheme { Self.kind.scheme }

  /// Returns no options, because most sources need none to find releases.
  package func missingOptions(
    of request: PackageRequest
  ) async throws(SourceError) -> [LockedDeclaration.Option] { [] }

  /// Checks a tool's declaration and returns its request. Uses no I/O.
  ///
  /// - Throws: ``SourceError/problems(_:)`` with all problems of the declaration.
  package func request(for tool: DeclaredTool) throws(SourceError) -> PackageRequest {
    let problems = tool.problems(for: Self.kind)
    guard problems.isEmpty, let package = tool.packageName(in: Self.kind) else {
      throw .problems(problems)
    }
    return PackageRequest(tool, package: package, from: Self.kind)
  }
}

/// A reason why a source failed.
package enum SourceError: Error, Hashable, Sendable {
  /// The problems to report, at least one.
  case problems([SourceProblem])
  /// Reading or writing a local file failed.
  case file(FileError)
  /// The task was canceled.
  case cancelled
}

/// A validated request for a package.
package struct PackageRequest: Hashable, Sendable {
  package let tool: ToolName
  /// The package name in the source's normal form.
  package let package: String
  /// The name of the source.
  package let source: String
  /// The rules for the versions.
  package let scheme: VersionScheme
  /// The address of the source in the manifest, without credentials, or `nil` for the usual one.
  package let address: String?
  package let origin: Origin
  /// The tool's `declares` line in the lock.
  package let declared: LockedDeclaration
  /// The platforms to which the manifest or the definition limits the tool, or `nil` for those that
  /// the source has.
  package let platforms: [Platform]?
  /// The definition that states the source, or `nil` if the manifest does.
  private let definition: AppliedDefinition?
  /// The options that only this kind of source defines. Their keys and forms are valid.
  private let options: [Toolfile.Option]
  /// The cutoff of the tool's cooldown, or `nil` if there is none. Of several files that serve a
  /// platform, those that the cutoff admits are preferred.
  package var cutoff: PublicationCutoff?
  /// The version in the previous lock, or `nil` if the lock does not contain the tool. Its spelling
  /// is preferred to others of the same version. Its files, if the new lock may keep them, are
  /// preferred to others for the same platform, and the cooldown does not apply to them.
  package var previous: PreviousVersion?
  /// Whether the update counts its steps from the previous version. If so, the source must list
  /// every version from that one on, even if the update replaces it.
  package var countsFromPrevious = false
  /// The requirements in the project's files. A source may stop its search for releases when one
  /// satisfies all of them.
  package var requirements: [Requirement] = []
  /// The requirements in the definitions of other tools, which may or may not apply. A source that
  /// stops its search early must have found a release for each of them.
  package var possibleRequirements: [Requirement] = []
  /// The previous version if the source must list it, otherwise `nil`.
  package var soughtVersion: Version? {
    previous.flatMap { $0.mayStay || countsFromPrevious ? $0.version : nil }
  }
  /// The exact versions that requirements name. They serve as the list of versions if a source has
  /// none.
  package var exactVersions: [String] {
    (requirements + possibleRequirements).filter(\.isExact).flatMap(\.clauses).map(\.version)
  }

  /// Creates a request for a valid declaration. `package` must be in the normal form of the source.
  init(_ tool: DeclaredTool, package: String, from kind: any SourceKind.Type) {
    self.tool = tool.name
    self.package = package
    source = kind.name
    scheme = tool.definition?.scheme ?? kind.scheme
    declared = tool.declared
    address = declared[LockedDeclaration.addressKey]
    platforms = tool.definition?.platforms ?? tool.platforms
    definition = tool.definition
    options = tool.options
    origin = tool.origin
  }

  /// Returns the value of an option that applies to every version, or `nil` if neither the manifest
  /// nor the definition states it.
  package func option(_ key: String) -> Toolfile.Value? {
    options.last { $0.key == key && $0.condition.isAlways }?.value
  }

  /// Returns the value of an option for `version`, or `nil` if neither the manifest nor the
  /// definition states it.
  package func option(_ key: String, for version: Version) -> Toolfile.Value? {
    options.last { $0.key == key && $0.condition.admits(version) }?.value
  }

  /// Returns the lines of an option. The last one that applies to a version states its value.
  package func options(_ key: String) -> [Toolfile.Option] { options.filter { $0.key == key } }

  /// Returns what the definition resolves to for `version`, or `nil` if the manifest states the
  /// source.
  package func definition(for version: Version) -> LockedDefinition? {
    definition?.locked(for: version)
  }

  /// Returns the tools that `version` needs according to the definition.
  package func needs(of version: Version) -> [Located<LockedTool.Need>] {
    definition?.needs(of: version) ?? []
  }

  /// Returns the declaration that is in effect for `version`, as a lock records it.
  package func declaration(for version: Version) -> LockedDeclaration {
    definition(for: version)?.completing(declared) ?? declared
  }

  /// Returns the requested executables of `version`.
  package func executables(for version: Version) -> ExecutableSelection {
    ExecutableSelection(declaration(for: version))
  }
}

/// One version of a package.
package struct SourceRelease: Hashable, Sendable {
  package let version: Version
  /// The time of the release's first file, or `nil` if the source does not state it.
  package let released: ReleaseTime?
  /// The reason for yanking the release, or `nil` if it was not yanked. Empty if no reason was
  /// given. A yanked release is chosen only if a requirement specifies exactly its version.
  package let yanked: String?
  /// Whether the release may have an artifact for some platform. If not, the release is never
  /// chosen.
  package let isInstallable: Bool
  /// The index of the release in the source's own list, whose order may differ from that of
  /// ``SourcePackage/releases``.
  package let index: Int
  /// Whether the source calls the release a prerelease, even if its version does not.
  package var isMarkedPrerelease = false
}

/// Whether a release serves a platform, or why it does not.
package enum ArtifactChoice: Hashable, Sendable {
  /// The release has an artifact for the platform. The value is its machine requirement, or
  /// `nil` if that is unknown.
  case serves(MachineRequirement?)
  /// The release has no artifact for the platform.
  case missing(MissingArtifact)
}

/// The facts about a version that the lock records.
package struct ReleaseContent: Hashable, Sendable {
  /// One artifact for each requested platform.
  package let artifacts: [Artifact]
  /// The parts that an installation adds to the artifact.
  package let parts: [ArtifactPart]
  /// The provided executables, sorted by name.
  package let provides: [LockedExecutable]
  /// Whether a digest was computed from the first download, because the source states none.
  package let isTrustedOnFirstUse: Bool
  /// The time at which the youngest of the artifacts was published, or `nil` if it is unknown.
  package let released: ReleaseTime?

  /// Returns the parts of an installation on `platform`, including those for every platform.
  package func parts(for platform: Platform) -> [ArtifactPart] {
    parts.filter { $0.platform == nil || $0.platform == platform }
  }

  /// Returns the names of the executables on `platform`, sorted.
  package func executables(for platform: Platform) -> [ExecutableName] {
    provides.compactMap { $0.isFor(platform) ? $0.name : nil }
  }

  /// Creates the content of a release. `provides` must be sorted by name.
  package init(
    artifacts: [Artifact], parts: [ArtifactPart] = [], provides: [LockedExecutable],
    isTrustedOnFirstUse: Bool = false, released: ReleaseTime? = nil
  ) {
    self.artifacts = artifacts
    self.parts = parts
    self.provides = provides
    self.isTrustedOnFirstUse = isTrustedOnFirstUse
    self.released = released
  }
}
