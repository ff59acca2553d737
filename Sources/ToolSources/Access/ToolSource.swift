package import Diagnostics
package import Filesystem
package import Manifests
package import SourceKinds
package import Versions

/// A provider of versions and artifacts of tools.
///
/// Callers query a source in two steps. The first returns everything that the source knows about
/// a package, in parallel with other packages. The caller then chooses a version, and the second
/// step returns what the lock records about it. Because the source does not choose, either a loop
/// or a solver can, and the choice needs no I/O.
///
/// A source consists of a folder beside this one and a line in ``SourceCatalog``. The folder
/// holds its kind (``SourceKind``), compiled into the module `SourceKinds`, its opener
/// (``OpenableSourceKind``), the source and its packages.
package protocol ToolSource: Sendable {
  static var kind: any SourceKind.Type { get }

  /// Returns everything that the source knows about a package, from a single request if possible.
  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage
}

/// A source's knowledge of one package.
package protocol SourcePackage: Sendable {
  /// The releases, newest first, without duplicate versions.
  var releases: [SourceRelease] { get }

  /// Returns whether `release`, one of ``releases``, has an artifact for `platform`,
  /// or the reason why not.
  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice

  /// Returns the tools that `release` needs on any platform, each once.
  ///
  /// A need names a tool: the package of that name in the same source, unless the
  /// Toolfile overrides it.
  func needs(of release: SourceRelease) -> [Located<LockedTool.Need>]

  /// Returns what the lock records about `release`. Requests missing facts, such as file sizes
  /// and the directories of archives.
  ///
  /// - Parameter announce: Called with each artifact on a server as soon as it is known, so that
  ///   its download can begin during the remaining requests.
  /// - Throws: ``SourceError/problems(_:)`` if a platform has no artifact.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent
}

/// An artifact that the lock is going to name.
package struct AnnouncedArtifact: Hashable, Sendable {
  package let platform: Platform
  package let format: ArtifactFormat
  package let url: ArtifactURL
  package let digest: SHA256Digest
  /// The size in bytes. `nil` if the source has not stated it yet.
  package let size: Int?
}

extension SourcePackage {
  /// Returns what the lock records about `release`, without announcing artifacts.
  package func content(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleaseContent {
    try await content(of: release, for: platforms) { _ in }
  }

  /// Returns no needs, as most sources do not state any.
  package func needs(of release: SourceRelease) -> [Located<LockedTool.Need>] { [] }
}

extension ToolSource {
  package var name: String { Self.kind.name }
  package var scheme: VersionScheme { Self.kind.scheme }

  /// Checks a tool's declaration without I/O. Throws all problems together.
  package func request(for tool: DeclaredTool) throws(SourceError) -> PackageRequest {
    let problems = tool.problems(for: Self.kind)
    guard problems.isEmpty, let package = tool.packageName(in: Self.kind) else {
      throw .problems(problems)
    }
    return PackageRequest(tool, package: package, declaration: tool.locked(from: name))
  }
}

/// A reason why a source failed to answer.
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
  package let executables: ExecutableSelection
  /// The source's own options. Their keys and forms match its kind.
  package let options: [Toolfile.Option]
  package let origin: Origin
  /// The lock's `declares` line.
  package let declaration: LockedDeclaration

  /// Creates a request. `package` must be in the normal form of the source.
  init(_ tool: DeclaredTool, package: String, declaration: LockedDeclaration) {
    self.tool = tool.name
    self.package = package
    executables = ExecutableSelection(tool.executables?.value)
    options = tool.options
    origin = tool.origin
    self.declaration = declaration
  }
}

/// One version of a package.
package struct SourceRelease: Hashable, Sendable {
  package let version: Version
  /// The time of the release. `nil` if the source does not state it.
  package let released: ReleaseTime?
  /// The reason why the release was yanked, empty if none was given. `nil` if it was not yanked.
  /// Only a requirement for exactly this version selects a yanked release.
  package let yanked: String?
  /// Whether any platform has an artifact. A release without one is a last resort, chosen only
  /// to report its faults.
  package let isInstallable: Bool
  /// The source's own index of the release.
  package let index: Int
}

/// Whether a release serves a platform.
package enum ArtifactChoice: Hashable, Sendable {
  /// The platform has an artifact, with its machine requirement, or `nil` if that is unknown.
  case serves(MachineRequirement?)
  case missing(MissingArtifact)
}

/// The facts about a version that the lock records.
package struct ReleaseContent: Hashable, Sendable {
  /// One artifact for each requested platform.
  package let artifacts: [Artifact]
  /// The additional files of an installation.
  package let parts: [ArtifactPart]
  /// The provided executables, sorted.
  package let provides: [ExecutableName]
  /// Whether a digest was computed from the first download because the source gave none.
  package let isTrustedOnFirstUse: Bool

  /// Returns the parts of an installation on `platform`.
  package func parts(for platform: Platform) -> [ArtifactPart] {
    parts.filter { $0.platform == nil || $0.platform == platform }
  }

  /// Creates the content of a release. `provides` must be sorted.
  package init(
    artifacts: [Artifact], parts: [ArtifactPart] = [], provides: [ExecutableName],
    isTrustedOnFirstUse: Bool = false
  ) {
    self.artifacts = artifacts
    self.parts = parts
    self.provides = provides
    self.isTrustedOnFirstUse = isTrustedOnFirstUse
  }
}
