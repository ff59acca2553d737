package import Diagnostics
package import Filesystem
package import Manifests
package import SourceKinds
package import Versions

/// Where versions and artifacts of tools come from.
///
/// A source is asked in two steps: once for all that it knows of a package, in parallel with other packages; then, after a version
/// was chosen from that, for what the lock must say of it. Choosing is not its business, so the same choice can be made by a loop or
/// by a solver, and everything that the choice looks at is there without I/O.
///
/// A source is a folder here and a line in ``SourceCatalog``: its kind (``SourceKind``), compiled
/// into the module `SourceKinds`, its opener (``OpenableSourceKind``), the source and its packages.
package protocol ToolSource: Sendable {
  static var kind: any SourceKind.Type { get }

  /// Everything that the source knows of a package, from one request where it can be.
  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage
}

/// What a source knows of one package.
package protocol SourcePackage: Sendable {
  /// Newest first; equal versions once.
  var releases: [SourceRelease] { get }

  /// Whether `release`, one of ``releases``, has an artifact for `platform`.
  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice

  /// The tools that `release` needs on any platform, each once. A name is the project's for a tool:
  /// the package of that name in the same source, unless the Toolfile overrides it.
  func needs(of release: SourceRelease) -> [Located<LockedTool.Need>]

  /// What a lock says of `release`, with what had to be asked for it: sizes, directories of archives.
  ///
  /// Throws for a platform that it has no artifact for.
  /// - Parameter announce: gets each file on a server that will be among the artifacts as soon as that is known, so that its download
  ///   can begin while the rest is asked for.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent
}

/// A file that a lock will name.
package struct AnnouncedArtifact: Hashable, Sendable {
  package let platform: Platform
  package let format: ArtifactFormat
  package let url: ArtifactURL
  package let digest: SHA256Digest
  /// Bytes. nil where the source does not say yet.
  package let size: Int?
}

extension SourcePackage {
  package func content(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleaseContent {
    try await content(of: release, for: platforms) { _ in }
  }

  /// Most sources speak of no other tools.
  package func needs(of release: SourceRelease) -> [Located<LockedTool.Need>] { [] }
}

extension ToolSource {
  package var name: String { Self.kind.name }
  package var scheme: VersionScheme { Self.kind.scheme }

  /// Checks a tool's declaration without I/O. Throws all problems at once.
  package func request(for tool: DeclaredTool) throws(SourceError) -> PackageRequest {
    let problems = tool.problems(for: Self.kind)
    guard problems.isEmpty, let package = tool.packageName(in: Self.kind) else {
      throw .problems(problems)
    }
    return PackageRequest(tool, package: package, declaration: tool.locked(from: name))
  }
}

/// Why a source did not answer.
package enum SourceError: Error, Hashable, Sendable {
  /// At least one.
  case problems([SourceProblem])
  /// The machine failed us while a reply was kept or read.
  case file(FileError)
  /// The task was cancelled.
  case cancelled
}

/// What is asked of a source: a package, checked.
package struct PackageRequest: Hashable, Sendable {
  package let tool: ToolName
  /// In the source's normal form.
  package let package: String
  package let executables: ExecutableSelection
  /// For the source alone; their keys and forms fit its kind.
  package let options: [Toolfile.Option]
  package let origin: Origin
  /// The lock's `declares` line.
  package let declaration: LockedDeclaration

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
  /// nil where the source does not say.
  package let released: ReleaseTime?
  /// Why it was taken back, empty without a reason; such a version is only for who asks for exactly it. nil where it was not.
  package let yanked: String?
  /// Whether any platform has an artifact. If not, it is only a last resort, to explain its faults.
  package let isInstallable: Bool
  /// Where the source finds it again.
  package let index: Int
}

/// Whether a release serves a platform.
package enum ArtifactChoice: Hashable, Sendable {
  /// It does; what it asks of the machine, nil where nothing is known.
  case serves(MachineRequirement?)
  case missing(MissingArtifact)
}

/// What a lock says of a version, from its source.
package struct ReleaseContent: Hashable, Sendable {
  /// One a platform that was asked for.
  package let artifacts: [Artifact]
  /// Additional files of an installation.
  package let parts: [ArtifactPart]
  /// Sorted.
  package let provides: [ExecutableName]
  /// Whether a digest was computed from the first download, since the source had none.
  package let isTrustedOnFirstUse: Bool

  /// The parts of an installation on `platform`.
  package func parts(for platform: Platform) -> [ArtifactPart] {
    parts.filter { $0.platform == nil || $0.platform == platform }
  }

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
