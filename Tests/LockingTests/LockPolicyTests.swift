import Diagnostics
import Filesystem
import Locking
import Manifests
import Projects
import Testing

/// The policies for writing the lock, and the lock that applies under each.
@Suite struct LockPolicyTests {
  private static let variables: [(String?, LockPolicy)] = [
    (nil, .writable), ("", .writable), ("false", .writable), ("0", .writable), ("true", .frozen),
    ("1", .frozen), ("yes", .frozen), (" ", .frozen), ("False", .frozen),
  ]

  @Test(arguments: variables)
  func `the CI variable freezes the lock unless it is empty, false or 0`(
    _ ci: String?, _ policy: LockPolicy
  ) {
    var environment = Environment(["CIRCLE": "true"])
    environment["CI"] = ci
    #expect(LockPolicy(isFrozen: false, environment) == policy)
    #expect(LockPolicy(isFrozen: true, environment) == .frozen)
  }

  /// The state of a lock relative to its Toolfile.
  enum State: CaseIterable {
    case missing, stale, current
  }

  /// Returns a project whose lock is in this state.
  private func project(_ state: State) throws -> Project {
    let lock = "lockfile 1\nplatforms \(state == .stale ? "linux-x64" : "linux-arm64")\n"
    return Project(
      folder: "/app",
      toolfile: try Toolfile(
        parsing: Array("platforms \"linux-arm64\"\n".utf8), path: "app/Toolfile"),
      pins: nil,
      lock: state == .missing
        ? nil : try Lockfile(parsing: Array(lock.utf8), path: "app/Toolfile.lock"),
      lockName: "app/Toolfile.lock")
  }

  @Test(arguments: State.allCases)
  func `a writable policy uses the lock only if it is current`(_ state: State) throws {
    let project = try project(state)
    let lock = try LockPolicy.writable.currentLock(of: project)
    #expect(lock == (state == .current ? project.lock : nil))
    #expect((lock == nil) == (state != .current))
  }

  @Test(arguments: State.allCases)
  func `a frozen policy reports a missing or stale lock`(_ state: State) throws {
    let project = try project(state)
    switch state {
    case .missing:
      #expect(throws: Problem.project(.lock(.missing(toolfile: "app/Toolfile")))) {
        try LockPolicy.frozen.currentLock(of: project)
      }
    case .stale:
      let difference = project.difference(from: try #require(project.lock))
      #expect(!difference.isEmpty)
      #expect(throws: Problem.project(.lock(.stale(lock: "app/Toolfile.lock", difference)))) {
        try LockPolicy.frozen.currentLock(of: project)
      }
    case .current: #expect(try LockPolicy.frozen.currentLock(of: project) == project.lock)
    }
  }
}
