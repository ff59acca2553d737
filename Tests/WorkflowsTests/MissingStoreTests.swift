import Filesystem
import Installation
import Inventory
import Layout
import Projects
import SampleWheels
import Testing

@testable import Workflows

/// Tests workflows in a root whose store is missing.
@Suite struct MissingStoreTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld(inventory: .store)
  }

  /// Installs a pin of a tool.
  private func install(_ tool: String) async throws -> InstalledVersion {
    let planned = try world.planned(Wheel(tool, "1.0", for: .host).program(tool))
    try await world.installPin(tool, "1.0")
    return planned.installed
  }

  /// Returns the prune workflow that runs after a number of days.
  private func pruning(_ limits: PrunePlan.Limits = .init(), after days: Int64 = 0) -> PruneWorkflow
  {
    PruneWorkflow(
      root: world.root, environment: Environment([:]), limits: limits,
      now: WallClock.now + days * 86_400, space: nil
    ) { _ in }
  }

  @Test func `nothing is recorded without a store, and none is created`() async throws {
    let installed = [try await install("ruff")]
    try world.root.store.removeFile()
    let report = try await VerifyWorkflow(root: world.root).verify(installed)
    #expect(report.results.map { $0.damage == nil } == [true])
    #expect(report.unrecorded == nil)
    #expect(!world.root.store.exists)
  }

  @Test func `without a store, nothing is known of projects, and nothing is lost`() async throws {
    let ruff = try await install("ruff")
    for suffix in ["", "-wal", "-shm"] {
      try FilePath(world.root.store.string + suffix).removeFile()
    }
    var any = PrunePlan.Limits()
    any.minimumAge = 0
    for limits in [any, .init()] {
      let plan = try await pruning(limits).plan(formatPath: \.string)
      #expect(plan.isEmpty)
      #expect(plan.kept.map(\.reason) == [.recordedAgain])
      // Only the receipt contains the size.
      #expect(plan.kept.map(\.installed) == [ruff] && plan.kept[0].size ?? 0 > 0)
    }
    // The next change records the installation.
    _ = try await install("ninja")
    let early = try await pruning(after: 29).plan(formatPath: \.string)
    #expect(!early.installations.map(\.installed).contains(ruff))
    let late = try await pruning(after: 31).plan(formatPath: \.string)
    #expect(late.installations.map(\.installed).contains(ruff))
  }
}
