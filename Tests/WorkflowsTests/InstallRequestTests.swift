import Diagnostics
import Filesystem
import Locking
import Manifests
import Projects
import Selection
import Testing
import Vocabulary
import Workflows

/// The requests to install a folder's tools, before any source is queried.
@Suite struct InstallRequestTests {
  private let workflows: WorkflowWorld
  private let world: FolderWorld

  init() throws {
    workflows = try WorkflowWorld()
    world = try FolderWorld()
  }

  /// Returns the request to install the tools of the project folder.
  private func request(
    _ policy: LockPolicy = .writable, with groups: GroupChoice = []
  ) throws -> InstallWorkflow.Request {
    try workflows.installing.request(for: world.selector, policy, with: groups)
  }

  private var platforms: String { "platforms \"\(Platform.current.rawValue)\"\n" }

  @Test func `a folder that requires nothing is an error`() throws {
    let problem = Problem.project(.file(.noManifest(directory: world.folder.string)))
    #expect(throws: problem) { try request() }
    try world.write(".tool-version", "ruff system\n")
    #expect(throws: problem) { try request() }
  }

  @Test func `pins without a project need no lock, even in CI`() throws {
    try world.write(".tool-version", "ruff 1.0\n")
    let request = try request(.frozen)
    #expect(request.project == nil)
    #expect(!request.needsLock && !request.isForced && request.pins.isEmpty)
    #expect(try request.chain?.pins().map { "\($0.tool) \($0.version)" } == ["ruff 1.0"])
  }

  @Test func `locking is needed only if the lock is missing or stale`() throws {
    try world.write("Toolfile", platforms + "source \"pypi\"\ntool \"ruff\"\n")
    #expect(try request().needsLock)
    #expect(throws: Problem.project(.lock(.missing(toolfile: "Toolfile")))) { try request(.frozen) }

    try world.writeLock(["ninja 1.0"])
    let stale = try request()
    #expect(stale.needsLock)
    #expect(stale.project?.lock?.tools.map(\.name.text) == ["ninja"])
    let project = try #require(stale.project)
    let difference = project.difference(from: try #require(project.lock))
    #expect(throws: Problem.project(.lock(.stale(lock: "Toolfile.lock", difference)))) {
      try request(.frozen)
    }

    try world.writeLock(["ruff 1.0"])
    for policy in [LockPolicy.writable, .frozen] {
      let current = try request(policy)
      #expect(!current.needsLock)
      #expect(current.project?.lock?.tools.map(\.name.text) == ["ruff"])
      #expect(current.project?.folder == world.folder)
    }
  }

  @Test func `only groups of the Toolfile are accepted`() throws {
    try world.write(
      "Toolfile", "source \"pypi\"\ngroup :docs, :lint, optional: true do\n  tool \"ruff\"\nend\n")
    #expect(try request(with: ["lint"]).groups == ["lint"])
    let known = try #require(try request().project).toolfile.groups.map(\.name)
    #expect(Set(known.map(\.text)).isSuperset(of: ["docs", "lint"]))
    #expect(throws: Problem.project(.statement(.unknownGroup("dcos", known: known)))) {
      try request(with: ["lint", "dcos", "zzz"])
    }
    // Groups are checked before the lock, so a mistyped group is reported rather than
    // a missing lock.
    #expect(throws: Problem.project(.statement(.unknownGroup("dcos", known: known)))) {
      try request(.frozen, with: ["dcos"])
    }
  }

  @Test func `the project is the nearest one above the folder`() throws {
    try world.write("Toolfile", platforms)
    try world.write("sub/.tool-version", "ruff 1.0\n")
    let below = try Selector(
      root: world.root, environment: Environment([:]), directory: world.folder.appending("sub")
    ) { $0.lastComponent }
    let request = try workflows.installing.request(for: below, .writable, with: [])
    #expect(request.project?.folder == world.folder)
    #expect(request.chain?.directories.first?.pins.map(\.tool.text) == ["ruff"])
  }

  @Test func `an invalid file is reported`() throws {
    try world.write("Toolfile", "tool\n")
    let selector = try world.selector
    do throws(Problem) {
      _ = try workflows.installing.request(for: selector, .writable, with: [])
      Issue.record("it was taken")
    } catch {
      guard case .syntax(let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found.problems.map { "\($0.origin.path ?? "")" } == ["Toolfile"])
    }
  }
}
