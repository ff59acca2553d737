import Diagnostics
import Filesystem
import IndexWorlds
import Layout
import LoopbackServer
import Manifests
import Projects
import SampleGems
import SampleWheels
import Testing
import Versions
import Vocabulary

@testable import Locking

/// Whether the index publishes the gems of a lock. Anybody who can change a repository can edit its
/// lock.
@Suite struct GemConfirmationTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
    world.index.publish("ruby", "3.4.5")
    world.gems.publish(SampleGem("fastlane", "1.0", needs: ["json": ">= 1"]).program("fastlane"))
    world.gems.publish(SampleGem("json", "1.0", needs: ["base64": ">= 0"]))
    world.gems.publish(SampleGem("base64", "0.2"))
    // Nothing needs this gem, which anybody could have published.
    world.gems.publish(SampleGem("evil", "1.0").extension("evil_ext"))
  }

  /// Locks the project, changes the gems that the lock contains, and returns the project with it.
  private func project(
    changing change: ([ArtifactPart]) -> [ArtifactPart],
    artifact: (Artifact) -> Artifact = { $0 }
  ) async throws -> Project {
    let toolfile = """
      platforms "\(Platform.current)"
      tool "ruby", pypi: "ruby"
      tool "fastlane", gem: "fastlane"

      """
    try world.path.appending(Toolfile.name).replaceContents(with: toolfile.utf8)
    let empty = try Project.load(world.path) { $0.lastComponent }
    let lock = try await world.locking.resolve(LockRequest(empty, replacing: nil)).lock
    // A lock that comes with a clone was not resolved on this machine.
    try world.root.confirmed.path.removeTree()
    let tools = lock.tools.map { tool in
      guard tool.isGem else { return tool }
      return tool.with { tool in
        tool.parts = change(tool.parts)
        tool.artifacts = tool.artifacts.map(artifact)
      }
    }
    let other = Lockfile(
      platforms: lock.platforms, registries: [], tools: tools, replacing: nil)
    try world.path.appending(Lockfile.name).replaceContents(with: other.bytes)
    return try Project.load(world.path) { $0.lastComponent }
  }

  /// Returns the deviations that an install of the lock reports.
  private func deviations(
    changing change: @escaping ([ArtifactPart]) -> [ArtifactPart]
  ) async throws -> [LockDeviation] {
    try await deviations(in: try await project(changing: change))
  }

  private func deviations(in project: Project) async throws -> [LockDeviation] {
    let lock = try #require(project.lock)
    let stanza = try #require(lock.tools.first { $0.name.text == "fastlane" })
    let planned = try #require(PlannedInstallation(stanza, for: .current))
    let confirmed = ConfirmedArtifacts(world.root, for: project.folder)
    #expect(!confirmed.contains(planned))
    do {
      try await world.locking.confirmation(of: lock, since: lock, in: project).confirm(planned)
      #expect(confirmed.contains(planned))
      return []
    } catch {
      guard case .project(.lock(.deviates(let deviations))) = error else { throw error }
      #expect(!confirmed.contains(planned))
      return deviations
    }
  }

  @Test func `the gems of an unchanged lock are confirmed`() async throws {
    #expect(try await deviations { $0 }.isEmpty)
  }

  @Test func `a gem with other bytes is refused`() async throws {
    let digest = SHA256Digest(of: "evil")
    let found = try await deviations { parts in
      parts.map { part in
        part.name.text == "base64"
          ? ArtifactPart(
            platform: part.platform, name: part.name, version: part.version, format: .gem,
            digest: digest, size: 4, url: part.url)
          : part
      }
    }
    #expect(found.map(\.aspect) == [.digest])
    #expect(found.map(\.locked) == ["base64 \(digest)"])
  }

  @Test func `a version that the index does not have is refused`() async throws {
    let version = try #require(VersionText("0.1"))
    let found = try await deviations { parts in
      parts.map { part in
        part.name.text == "base64"
          ? ArtifactPart(
            platform: part.platform, name: part.name, version: version, format: .gem,
            digest: part.digest, size: part.size, url: part.url)
          : part
      }
    }
    #expect(found.map(\.aspect) == [.gem])
    #expect(found.map(\.locked) == ["base64 0.1"])
  }

  @Test func `a gem that nothing needs is refused`() async throws {
    let gem = SampleGem("evil", "1.0").extension("evil_ext")
    let url = try #require(ArtifactURL("\(world.gems.address)gems/\(gem.fileName)"))
    let added = ArtifactPart(
      platform: nil, name: try #require(PartName("evil")),
      version: try #require(VersionText("1.0")), format: .gem, digest: SHA256Digest(of: gem.bytes),
      size: gem.bytes.count, url: url)
    let found = try await deviations { $0 + [added] }
    #expect(found.map(\.aspect) == [.gem])
    #expect(found.map(\.locked) == ["evil 1.0"])
  }

  @Test func `a gem without a digest in the index comes from its address`() async throws {
    let url = try #require(ArtifactURL("https://evil.example.org/gems/fastlane-1.0.gem"))
    let project = try await project(changing: { $0 }) { artifact in
      Artifact(
        platform: artifact.platform, format: .gem, digest: SHA256Digest(of: "evil"), size: 4,
        urls: [url])
    }
    let page = world.gems.info(of: "fastlane").replacing(#/checksum:[0-9a-f]+,?/#, with: "")
    world.gems.server.serve("/gems/info/fastlane", .text(page))
    world.gems.server.serve("/gems/versions", .status(404))
    let found = try await deviations(in: project)
    #expect(found.map(\.aspect) == [.address])
  }

  @Test func `a gem that was yanked is named`() async throws {
    let project = try await project { $0 }
    world.gems.yank("base64", "0.2")
    let (deviations, _, _) = try await world.locking.sourceComparison(of: project)
    #expect(deviations.map(\.locked) == ["base64 0.2"])
  }

  /// Confirms a lock with native extensions whose index cannot be queried. The Toolfile declares
  /// the tool by its name, followed by `declaration`.
  private func confirmUnreachable(
    extensions: [String], _ declaration: String, under variables: Environment = Environment([:])
  ) async throws {
    world.gems.publish(
      SampleGem("fastlane", "2.228.0", needs: ["base64": ">= 0"]).program("fastlane"))
    let toolfile = """
      platforms "\(Platform.current)"
      tool "ruby", pypi: "ruby"
      tool "fastlane"\(declaration)

      """
    try world.path.appending(Toolfile.name).replaceContents(with: toolfile.utf8)
    let empty = try Project.load(world.path) { $0.lastComponent }
    let lock = try await world.locking.resolve(LockRequest(empty, replacing: nil)).lock
    try world.root.confirmed.path.removeTree()
    let tools = lock.tools.map { tool in
      tool.isGem ? tool.with { $0.extensions = extensions.compactMap(PartName.init) } : tool
    }
    let other = Lockfile(platforms: lock.platforms, registries: [], tools: tools, replacing: nil)
    try world.path.appending(Lockfile.name).replaceContents(with: other.bytes)
    for page in ["versions", "info/fastlane"] {
      world.gems.server.serve("/gems/\(page)", .status(403))
    }
    let project = try Project.load(world.path) { $0.lastComponent }
    let stanza = try #require(project.lock?.tools.first { $0.isGem })
    let planned = try #require(PlannedInstallation(stanza, for: .current))
    let current = try #require(project.lock)
    let confirmation = world.locking(under: variables)
      .confirmation(of: current, since: current, in: project)
    try await confirmation.confirm(planned)
    #expect(confirmation.notice != nil)
  }

  @Test func `without its index, a definition does not vouch for code`() async throws {
    await #expect(throws: Problem.self) {
      try await confirmUnreachable(extensions: ["base64"], "")
    }
  }

  @Test func `without its index, continuous integration accepts code as it accepts any`()
    async throws
  {
    try await confirmUnreachable(extensions: ["base64"], "", under: Environment(["CI": "true"]))
  }

  @Test func `without its index, a list of what is accepted does not cover code`() async throws {
    let variables = Environment(["CI": "true", "BOOTSTRAP_TRUST": "0"])
    let problem = await #expect(throws: Problem.self) {
      try await confirmUnreachable(extensions: ["base64"], "", under: variables)
    }
    guard case .sources? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  @Test func `without an index, gems that run no code are installed`() async throws {
    try await confirmUnreachable(extensions: [], "")
  }

  @Test func `without an index, accepted code is installed`() async throws {
    // No definition vouches for this tool's gem, so the user must have accepted its digests.
    world.gems.publish(SampleGem("other", "1.0", needs: ["base64": ">= 0"]).program("other"))
    world.gems.server.serve("/gems/info/other", .text(world.gems.info(of: "other")), .status(403))
    try await confirmUnreachable(extensions: ["base64"], ", gem: \"other\"")
  }
}
