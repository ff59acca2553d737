import Diagnostics
import Filesystem
import IndexWorlds
import Manifests
import Projects
import SampleWheels
import Testing
import Vocabulary

@testable import Locking

/// The effect of cooldowns on a lock. A release is as young as the youngest file that would be
/// locked. The locks are made on 2027-01-15.
@Suite struct CooldownTests {
  private let world: IndexWorld
  private static let recent = "2027-01-15T07:00:00Z"

  init() throws {
    world = try IndexWorld()
  }

  /// Publishes a wheel of ruff, with a build number unless `build` is empty. Its contents differ
  /// from those of every other build.
  @discardableResult
  private func publish(
    _ version: String, _ platform: SamplePlatform, build: String = "", uploaded: String? = nil
  ) -> SHA256Digest? {
    let tag = (build.isEmpty ? "" : "\(build)-") + "py3-none-\(platform.wheelTag)"
    let wheel = Wheel("ruff", version, tag: tag)
      .program("ruff", script: "echo \(version) \(platform) \(build)")
    let release = world.index.publish(wheel) { release in
      if let uploaded { release.uploaded = uploaded }
    }
    return release.digest.flatMap { SHA256Digest(hexadecimal: Array($0.utf8)[...]) }
  }

  /// Locks a project with this Toolfile. Returns the lock and the newer versions.
  private func lock(
    _ toolfile: String, previous: Lockfile? = nil, updating update: LockUpdate = .nothing
  ) async throws -> (tool: LockedTool, lock: Lockfile, heldBack: [HeldBackVersion]) {
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    let result = try await world.locking.resolve(
      LockRequest(project, replacing: previous, updating: update))
    let tool = try #require(result.lock.tools.first)
    return (tool, result.lock, result.outlooks[tool.name]?.heldBack ?? [])
  }

  @Test func `a build that was added to an old release is passed over`() async throws {
    let old = publish("1.0", .linuxX64)
    let new = publish("1.0", .linuxX64, build: "1", uploaded: Self.recent)
    let plain = try await lock("platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\"\n").tool
    #expect(plain.artifacts.map(\.digest) == [new])
    #expect(plain.released?.description == Self.recent)
    let cooled = try await lock(
      "platforms \"linux-x64\"\ncooldown \"30 days\"\nsource \"pypi\"\ntool \"ruff\"\n"
    )
    .tool
    #expect(cooled.artifacts.map(\.digest) == [old])
    #expect(cooled.released?.description == "2026-01-02T03:04:05Z")
  }

  @Test func `a release counts as young only for the platforms of its young files`() async throws {
    for version in ["0.9", "1.0"] { publish(version, .linuxX64) }
    publish("0.9", .macOSARM64)
    publish("1.0", .macOSARM64, uploaded: Self.recent)
    let settings = "cooldown \"30 days\"\nsource \"pypi\"\ntool \"ruff\"\n"
    let one = try await lock("platforms \"linux-x64\"\n" + settings)
    #expect(one.tool.version.text == "1.0")
    let both = try await lock("platforms \"linux-x64\", \"macos-arm64\"\n" + settings)
    #expect(both.tool.version.text == "0.9")
    #expect(
      both.heldBack == [
        HeldBackVersion("1.0", because: .cooldown(eligibleFrom: "2027-02-14T07:00:00Z"))
      ])
  }

  @Test func `a file without a date is too young unless the Toolfile allows it`() async throws {
    publish("1.0", .linuxX64, uploaded: "")
    let platforms = "platforms \"linux-x64\"\n"
    let problem = await #expect(throws: Problem.self) {
      _ = try await lock(platforms + "cooldown \"3 days\"\nsource \"pypi\"\ntool \"ruff\"\n")
    }
    guard case .sources(let problems)? = problem,
      case .content(.allExcluded(_, let exclusions))? = problems.first?.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(exclusions.flatMap(\.reasons) == [.undated])
    for allowed in [
      "cooldown \"3 days\", unknown: :allow\nsource \"pypi\"\ntool \"ruff\"\n",
      "cooldown \"3 days\"\nsource \"pypi\"\ntool \"ruff\", cooldown: \"0 days\"\n",
    ] {
      #expect(try await lock(platforms + allowed).tool.version.text == "1.0")
    }
    publish("0.9", .linuxX64)
    let older = try await lock(platforms + "cooldown \"3 days\"\nsource \"pypi\"\ntool \"ruff\"\n")
    #expect(older.tool.version.text == "0.9")
    #expect(older.heldBack == [HeldBackVersion("1.0", because: .undated)])
  }

  @Test func `a locked build stays until an update`() async throws {
    let old = publish("1.0", .linuxX64)
    let first = try await lock("platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\"\n").lock
    let new = publish("1.0", .linuxX64, build: "1")
    publish("1.0", .macOSARM64)
    let wider = "platforms \"linux-x64\", \"macos-arm64\"\nsource \"pypi\"\ntool \"ruff\"\n"
    let second = try await lock(wider, previous: first)
    #expect(second.tool.artifact(for: .linuxX64)?.digest == old)
    #expect(second.tool.artifact(for: .macosArm64) != nil)
    let updated = try await lock(wider, previous: second.lock, updating: .everything)
    #expect(updated.tool.artifact(for: .linuxX64)?.digest == new)
  }

  @Test(arguments: [LockUpdate.nothing, .everything])
  func `a locked version stays although a new cooldown excludes it`(
    _ update: LockUpdate
  ) async throws {
    publish("0.9", .linuxX64)
    publish("1.0", .linuxX64, uploaded: Self.recent)
    let toolfile = "platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\", \">= 0.9\"\n"
    let first = try await lock(toolfile).lock
    publish("1.1", .linuxX64, uploaded: Self.recent)
    let second = try await lock(
      "cooldown \"30 days\"\n" + toolfile.replacing("0.9", with: "0.8"), previous: first,
      updating: update)
    #expect(second.tool.version.text == "1.0")
    #expect(
      second.heldBack == [
        HeldBackVersion("1.1", because: .cooldown(eligibleFrom: "2027-02-14T07:00:00Z"))
      ])
  }

  @Test func `without an old file, the time of the oldest one counts`() async throws {
    publish("1.0", .linuxX64, uploaded: "2027-01-14T07:00:00Z")
    publish("1.0", .linuxX64, build: "1", uploaded: Self.recent)
    publish("0.9", .linuxX64)
    let cooled = try await lock(
      "platforms \"linux-x64\"\ncooldown \"30 days\"\nsource \"pypi\"\ntool \"ruff\"\n")
    #expect(
      cooled.heldBack == [
        HeldBackVersion("1.0", because: .cooldown(eligibleFrom: "2027-02-13T07:00:00Z"))
      ])
  }
}
