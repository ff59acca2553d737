import Archives
import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import SampleGems
import Sandboxes
import SourceKinds
import Testing
import Transport
import Vocabulary

@testable import Installation

/// A test environment in which the system's Ruby installs gems.
struct GemWorld {
  static let systemRuby: FilePath = "/usr/bin/ruby"

  private let world: InstallationWorld

  /// Creates an environment with a root of this name.
  init(root name: String = "root") throws {
    world = try InstallationWorld(root: name)
    try staging.makeDirectories()
  }

  var project: FilePath { world.project }
  var root: Root { world.root }
  private var staging: FilePath { world.root.staging.appending("work") }

  /// Plans the installation of a gem and the gems that it needs.
  func planned(
    _ gem: SampleGem, _ others: [SampleGem] = [], extensions: [String] = [],
    named name: String? = nil
  ) throws -> PlannedInstallation {
    func artifact(_ gem: SampleGem) throws -> (SHA256Digest, Int, ArtifactURL) {
      let bytes = gem.bytes
      return (
        SHA256Digest(of: bytes), bytes.count,
        try #require(ArtifactURL("https://example.org/\(gem.fileName)"))
      )
    }
    let (digest, size, url) = try artifact(gem)
    return PlannedInstallation(
      tool: try #require(ToolName(name ?? gem.name)),
      version: try #require(VersionText(gem.version)),
      declaration: LockedDeclaration(source: "gem", options: [.init("package", gem.name)]),
      artifact: Artifact(
        platform: .current, format: .gem, digest: digest, size: size, urls: [url]),
      parts: try others.map { other in
        let (digest, size, url) = try artifact(other)
        return ArtifactPart(
          platform: nil, name: try #require(PartName(other.name)),
          version: try #require(VersionText(other.version)), format: .gem, digest: digest,
          size: size, url: url)
      },
      provides: try gem.executables.map { try #require(ExecutableName($0)) },
      extensions: try extensions.map { try #require(PartName($0)) })
  }

  func install(
    _ planned: PlannedInstallation, _ files: [[UInt8]], ruby: FilePath? = systemRuby
  ) async throws -> StagedInstallation {
    try staging.removeTree()
    try staging.makeDirectories()
    let paths = try files.enumerated().map { index, bytes in
      let path = staging.appending("\(index).gem")
      try path.replaceContents(with: bytes, isDurable: false)
      return path
    }
    let fetched = FetchedInstallation(
      planned: planned,
      files: zip(planned.files, paths).map { FetchedFile(file: $0, path: $1, unpacked: nil) })
    let builds = BuildSettings(
      launcher: InstallationWorld.builds.launcher, jobs: 2, systemRuby: ruby)
    return try await Assemblers(
      in: world.root, Unpacker(), .standard, builds, staging: staging
    ) { _ in }.assemble(fetched)
  }

  func install(
    _ gem: SampleGem, _ others: [SampleGem] = [], extensions: [String] = []
  ) async throws -> StagedInstallation {
    try await install(
      planned(gem, others, extensions: extensions), ([gem] + others).map(\.bytes))
  }

  /// Runs an installed program and returns the lines that it prints.
  func run(
    _ name: String, of staged: StagedInstallation, _ arguments: [String] = [],
    variables: [String: String] = [:]
  ) throws -> [String] {
    let output = try ChildProcess.output(
      of: staged.folder.appending("bin").appending(name), arguments: arguments,
      environment: Environment(["PATH": "/usr/bin:/bin"].merging(variables) { $1 }),
      limit: 1 << 20)
    return String(decoding: try #require(output), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// Returns the problem with a rejected gem.
  func artifactProblem(
    _ planned: PlannedInstallation, _ files: [[UInt8]]
  ) async throws -> ArtifactProblem? {
    let problem = await #expect(throws: Problem.self) { _ = try await install(planned, files) }
    if case .artifact(let artifact)? = problem { return artifact }
    Issue.record("\(String(describing: problem))")
    return nil
  }

  /// Returns the fault of a rejected gem.
  func fault(
    _ planned: PlannedInstallation, _ files: [[UInt8]]
  ) async throws -> ArtifactProblem.Fault? {
    try await artifactProblem(planned, files)?.fault
  }
}
