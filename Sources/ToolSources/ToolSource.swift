package import Diagnostics
package import Filesystem
package import Manifests
package import Versions

/// Where versions and artifacts of tools come from.
///
/// A source is asked in two steps: once for all that it knows of a package, in parallel with other packages; then, after a version
/// was chosen from that, for what the lock must say of it. Choosing is not its business, so the same choice can be made by a loop or
/// by a solver, and everything that the choice looks at is there without I/O.
///
/// Sources that are here: ``PyPISource``, ``DirectorySource``. How others fit:
/// - `url`: `package` answers the one version that the requirement names, without a request; the address is a template in an option.
/// - `github`: `package` reads the releases of a repository; the assets are the files, and their names say the platform.
/// - registries of definitions: `package` reads a definition and hands on to the source that it names.
/// - `gem`: `package` reads the index of gems; their needs name Ruby, and ``ReleaseContent`` has parts beside the artifacts.
/// - builds from source: the artifact is the source archive, the same for every platform; the recipe is part of the declaration,
///   and what it needs are needs.
package protocol ToolSource: Sendable {
  /// As a Toolfile names it: `pypi`.
  var name: String { get }

  /// How its versions are read and ordered.
  var scheme: VersionScheme { get }

  /// Checks what is declared of a tool, without I/O. Throws every problem at once.
  func request(for tool: DeclaredTool) throws(SourceError) -> PackageRequest

  /// Everything that the source knows of a package, from one request where it can be.
  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage
}

/// What a source knows of one package.
package protocol SourcePackage: Sendable {
  /// Newest first; equal versions once.
  var releases: [Release] { get }

  /// Whether `release`, one of ``releases``, has an artifact for `platform`.
  func artifact(of release: Release, for platform: Platform) -> ArtifactChoice

  /// The tools that `release` does not run without, whatever the platform; each once.
  ///
  /// A name is that of a tool as a project calls it, which is the same source's package of that name unless the Toolfile says
  /// otherwise of it.
  func needs(of release: Release) -> [ReleaseNeed]

  /// What a lock says of `release`, with what had to be asked for it: sizes, directories of archives.
  ///
  /// Throws for a platform that it has no artifact for.
  /// - Parameter announce: gets each file on a server that will be among the artifacts as soon as that is known, so that its download
  ///   can begin while the rest is asked for.
  func content(
    of release: Release, for platforms: [Platform],
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

  package init(
    platform: Platform, format: ArtifactFormat, url: ArtifactURL, digest: SHA256Digest, size: Int?
  ) {
    self.platform = platform
    self.format = format
    self.url = url
    self.digest = digest
    self.size = size
  }
}

extension SourcePackage {
  package func content(
    of release: Release, for platforms: [Platform]
  ) async throws(SourceError) -> ReleaseContent {
    try await content(of: release, for: platforms) { _ in }
  }

  /// Most sources speak of no other tools.
  package func needs(of release: Release) -> [ReleaseNeed] { [] }
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

/// A tool as somebody asks for it, before any source has looked at it.
package struct DeclaredTool: Hashable, Sendable {
  package let name: ToolName
  /// Who asks.
  package let origin: Origin
  /// The name in the source, where it is another.
  package let package: Located<String>?
  /// nil: all that the artifact provides.
  package let executables: Located<[Toolfile.Executable]>?
  /// For the source to accept or refuse.
  package let options: [Toolfile.Option]

  package init(_ tool: Toolfile.Tool) {
    name = tool.name
    origin = tool.origin
    package = tool.package
    executables = tool.executables
    options = tool.options
  }

  /// A tool of which nothing is said but its name.
  package init(_ name: ToolName, origin: Origin) {
    self.name = name
    self.origin = origin
    package = nil
    executables = nil
    options = []
  }
}

extension DeclaredTool {
  /// The options of a tool that mean the same with every source.
  static let generalOptions = [
    "source", "package", "version", "executables", "groups", "platforms", "cooldown",
  ]

  var executableSelection: ExecutableSelection {
    guard let executables = executables?.value else { return .all }
    let paths = executables.compactMap { one in
      one.path.map { ProvidedExecutable(name: one.name.text, path: $0.text) }
    }
    // Of a list none has a path, of a map all have.
    return paths.isEmpty ? .names(executables.map(\.name.text)) : .paths(paths)
  }
}

/// What is asked of a source: a package, checked.
package struct PackageRequest: Hashable, Sendable {
  package let tool: ToolName
  /// In the source's normal form.
  package let package: String
  package let executables: ExecutableSelection
  package let origin: Origin
  /// The source and its own options, for the lock's line `declares`; the general ones are not in it.
  package let declaration: LockedDeclaration
}

/// One version of a package.
package struct Release: Hashable, Sendable {
  package let version: Version
  /// nil where the source does not say.
  package let released: ReleaseTime?
  /// Why it was taken back, empty without a reason; such a version is only for who asks for exactly it. nil where it was not.
  package let yanked: String?
  /// Whether it has an artifact for any platform at all. A version without one is chosen only where there is no other, to explain
  /// what is wrong with it.
  package let isInstallable: Bool
  /// Where the source finds it again.
  let index: Int
}

/// A tool that a release needs.
package struct ReleaseNeed: Hashable, Sendable {
  package let tool: ToolName
  package let requirement: Requirement
  /// Where the source says it.
  package let origin: Origin

  package init(_ tool: ToolName, _ requirement: Requirement, origin: Origin) {
    self.tool = tool
    self.requirement = requirement
    self.origin = origin
  }
}

/// Whether a release serves a platform.
package enum ArtifactChoice: Hashable, Sendable {
  /// It does; what it asks of the machine, nil where nothing is known.
  case serves(MachineDemand?)
  case missing(MissingArtifact)
}

/// What a lock says of a version, from its source.
package struct ReleaseContent: Hashable, Sendable {
  /// One a platform that was asked for.
  package let artifacts: [Artifact]
  /// Sorted.
  package let provides: [ExecutableName]
  /// Whether a digest was computed from the first download, since the source had none.
  package let isTrustedOnFirstUse: Bool
}
