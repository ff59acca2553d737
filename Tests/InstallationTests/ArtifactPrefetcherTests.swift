import Diagnostics
import Filesystem
import Installation
import Layout
import LoopbackServer
import Projects
import SampleWheels
import Synchronization
import Testing
import Vocabulary

@testable import ToolSources

/// The fetching of artifacts before the plan of an install is known.
@Suite struct ArtifactPrefetcherTests {
  private let world: InstallationWorld
  private let wheel = Wheel("ruff", "1.0", for: .host).program("ruff")

  init() throws {
    world = try InstallationWorld()
  }

  /// Returns the announcement of the artifact of `planned`.
  private func announced(_ planned: PlannedInstallation) throws -> AnnouncedArtifact {
    AnnouncedArtifact(
      platform: .current, format: planned.artifact.format,
      url: try #require(planned.artifact.urls.first), digest: planned.artifact.digest, size: nil)
  }

  /// Waits until the artifact of `planned` is in `downloads/`.
  private func untilKept(_ planned: PlannedInstallation) async throws {
    while !world.root.download(planned.artifact.digest).exists {
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func `a prefetched artifact is fetched once and still reported`() async throws {
    let planned = try world.planned(wheel)
    let announced = try announced(planned)
    let reportedTitles = Mutex<[String]>([])
    let staging = try world.begin()
    let steps = world.steps(staging) { event in
      if case .downloading(let title, _) = event { reportedTitles.withLock { $0.append(title) } }
    }
    steps.prefetcher.begin(announced)
    steps.prefetcher.begin(announced)
    try await untilKept(planned)
    let receipts = try await steps.carryOut(InstallPlan([planned]) { _ in false })
    try staging.finish()
    #expect(receipts.map(\.tool) == [planned.tool])
    // A download that finishes before the plan is reported too, so the output does not depend
    // on timing.
    #expect(reportedTitles.withLock { $0 } == ["ruff 1.0"])
    #expect(world.server.requests.count == 1)
  }

  @Test func `an artifact whose prefetch failed is fetched again by the plan`() async throws {
    let planned = try world.planned(wheel)
    let announced = try announced(planned)
    // The client does not retry after status 404.
    world.server.serve("/\(wheel.fileName)", .status(404), .file(wheel.bytes))
    let staging = try world.begin()
    let steps = world.steps(staging)
    steps.prefetcher.begin(announced)
    let receipts = try await steps.carryOut(InstallPlan([planned], in: world.root))
    try staging.finish()
    #expect(receipts.count == 1)
    #expect(world.server.requests.count == 2)
  }

  @Test func `stopping without a plan leaves no partial download`() async throws {
    let planned = try world.planned(wheel)
    let announced = try announced(planned)
    world.server.serve("/\(wheel.fileName)", .file(wheel.bytes).cut(after: 10))
    let staging = try world.begin()
    let prefetcher = world.steps(staging).prefetcher
    prefetcher.begin(announced)
    await prefetcher.stop()
    #expect(try staging.folder.entries() == [])
    #expect(!world.root.download(planned.artifact.digest).exists)
    try staging.finish()
  }

  @Test func `an artifact that is not in the plan is not kept`() async throws {
    let planned = try world.planned(wheel)
    let other = try world.planned(Wheel("other", "1.0", for: .host).program("other"))
    let announced = try announced(other)
    let staging = try world.begin()
    let steps = world.steps(staging)
    steps.prefetcher.begin(announced)
    try await untilKept(other)
    let plan = try InstallPlan([planned], in: world.root)
    steps.prefetcher.narrow(to: plan)
    _ = try await steps.carryOut(plan)
    await steps.prefetcher.stop()
    #expect(try staging.folder.entries().filter { $0.hasSuffix(".download") } == [])
    #expect(!world.root.download(other.artifact.digest).exists)
    #expect(world.root.download(planned.artifact.digest).exists)
    try staging.finish()
  }
}
