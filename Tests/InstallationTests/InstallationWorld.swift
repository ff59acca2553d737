import Cryptography
import Diagnostics
import Filesystem
import Installation
import Layout
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Sandboxes
import Testing
import ToolSources
import Transport
import Vocabulary

/// A test environment: a temporary root, a temporary project, and a server for artifacts.
struct InstallationWorld {
  private let folder: TemporaryDirectory
  private let rootName: String
  let server: LoopbackServer

  /// Creates an environment with a root of this name.
  init(root name: String = "root") throws {
    rootName = name
    folder = try TemporaryDirectory()
    server = try LoopbackServer()
    try project.makeDirectory()
  }

  /// Builds that use the program beside the tests.
  static let builds = BuildSettings(
    launcher: FilePath(BuiltPrograms.directory).appending("bootstrap-change"), jobs: 2)

  var root: Root { Root(folder.path.appending(rootName)) }
  var project: FilePath { folder.path.appending("project") }

  /// Publishes `wheel` and returns its installation as planned from a lock.
  func planned(_ wheel: Wheel, urls: [String]? = nil) throws -> PlannedInstallation {
    server.serve("/\(wheel.fileName)", .file(wheel.bytes))
    return try planned(
      wheel.name, wheel.version, bytes: wheel.bytes,
      urls: urls ?? [server.address("/\(wheel.fileName)")])
  }

  /// Returns the planned installation of an artifact with this content.
  func planned(
    _ tool: String, _ version: String, bytes: [UInt8], format: String = "wheel", urls: [String],
    address: String? = nil, declaration: LockedDeclaration? = nil
  ) throws -> PlannedInstallation {
    let digest = Cryptography.SHA256.digest(of: bytes)
    let name = try #require(ToolName(tool))
    return PlannedInstallation(
      tool: name, version: try #require(VersionText(version)),
      declaration: declaration
        ?? LockedDeclaration(
          source: "pypi",
          options: [.init("groups", "default"), .init("package", tool)]
            + (address.map { [.init("address", $0)] } ?? [])),
      artifact: Artifact(
        platform: .current, format: try #require(ArtifactFormat(format)),
        digest: digest, size: bytes.count, urls: try urls.map { try #require(ArtifactURL($0)) }),
      provides: [try #require(ExecutableName(tool))])
  }

  /// Creates a source provider whose client does not retry.
  func sources(isOffline: Bool = false, variables: [String: String] = [:]) -> SourceProvider {
    let environment = Environment(variables)
    var settings = HTTPSettings(environment: environment)
    settings.retries.attempts = 1
    return SourceProvider(
      SourceAccess(
        environment: environment, root: root, folder: project, isOffline: isOffline,
        client: HTTPClient(settings)))
  }

  /// Creates the steps of an install that downloads at most two artifacts at once.
  func steps(
    _ staging: borrowing StagingArea, observe: @escaping @Sendable (InstallEvent) -> Void = { _ in }
  ) -> InstallSteps {
    InstallSteps(
      sources(), staging: staging, jobs: 2, builds: Self.builds, now: 1_700_000_000,
      observe: observe)
  }

  /// Locks the root and returns its new staging area.
  func begin() throws -> StagingArea {
    try StagingArea.begin(in: root, purpose: "test") { _ in }
  }

  /// Installs the missing installations of `planned` and returns the receipts of those. Acquires
  /// and finishes the staging area, as a process that runs to completion does.
  func install(_ planned: [PlannedInstallation]) async throws -> [Receipt] {
    let staging = try begin()
    let receipts = try await steps(staging).carryOut(InstallPlan(planned, in: root))
    try staging.finish()
    return receipts
  }

  /// The digests of the kept downloads.
  var downloads: [String] {
    get throws { try root.downloads.entriesIfPresent() }
  }
}
