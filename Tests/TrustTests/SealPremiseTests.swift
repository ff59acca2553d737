import Filesystem
import Layout
import Sandboxes
import Testing
import Vocabulary

@testable import Trust

/// When the programs on `PATH` are searched again for a sealed lock.
@Suite struct SealPremiseTests {
  private let directory: TemporaryDirectory
  private let system: FilePath
  private let helm: ExecutableName

  init() throws {
    directory = try TemporaryDirectory()
    system = try directory.directory("system")
    helm = try #require(ExecutableName("helm"))
  }

  /// The second in which the system folder last changed.
  private var changed: Int64 {
    get throws { try #require(try system.status()).changed / 1_000_000_000 }
  }

  private var environment: Environment {
    Environment(["BOOTSTRAP_SYSTEM_PATH": system.string, "PATH": system.string])
  }

  private var root: Root { Root(directory.path.appending("root")) }

  /// Returns whether the premise holds, and whether the folders were searched to find out.
  private func examine(
    _ premise: SealPremise, _ environment: Environment
  ) -> (holds: Bool, isSearched: Bool) {
    var isSearched = false
    let holds = premise.holds(environment, root, for: directory.path) {
      isSearched = true
      return GuardedExecutables(environment, root)
    }
    return (holds, isSearched)
  }

  @Test func `folders that have not changed are not searched`() {
    let premise = SealPremise([helm], while: PathState(environment, besides: root))
    #expect(examine(premise, environment) == (true, false))
    #expect(examine(SealPremise([helm]), environment) == (true, true))
  }

  @Test func `a program that appears is found`() throws {
    let premise = SealPremise([helm], while: PathState(environment, besides: root))
    try directory.file("system/other", permissions: 0o755)
    #expect(examine(premise, environment) == (true, true))
    try directory.file("system/helm", permissions: 0o755)
    #expect(examine(premise, environment) == (false, true))
  }

  @Test func `a program is found in a folder whose time was set back`() throws {
    try system.setModified(secondsSince1970: 1_000_000)
    let premise = SealPremise([helm], while: PathState(environment, besides: root))
    try directory.file("system/helm", permissions: 0o755)
    try system.setModified(secondsSince1970: 1_000_000)
    #expect(examine(premise, environment) == (false, true))
  }

  @Test func `another PATH is searched`() throws {
    let premise = SealPremise([helm], while: PathState(environment, besides: root))
    try directory.file("home/bin/helm", permissions: 0o755)
    var other = environment
    other["PATH"] = "\(system):\(directory.path)/home/bin"
    #expect(examine(premise, other).isSearched)
  }

  @Test func `a folder that has just changed may change again in the same second`() throws {
    #expect(PathState(environment, besides: root).isSettled(now: try changed + 2))
    #expect(!PathState(environment, besides: root).isSettled(now: try changed + 1))
  }

  @Test func `shims that an install has just changed do not matter`() throws {
    var other = environment
    other["PATH"] = "\(root.shims.path):\(system)"
    let premise = SealPremise([helm], while: PathState(other, besides: root))
    try directory.file("root/shims/other", permissions: 0o755)
    #expect(PathState(other, besides: root).isSettled(now: try changed + 2))
    #expect(examine(premise, other) == (true, false))
  }

  @Test func `anything with the name could become a program`() throws {
    try directory.file("system/helm", permissions: 0o644)
    for areMany in [false, true] {
      let guarded = GuardedExecutables(environment, root, areMany: areMany)
      #expect(guarded.mayContain([helm]) && !guarded.contains(helm))
    }
  }

  @Test func `the content of a seal is read as it was written`() {
    for premise in [
      SealPremise([]), SealPremise([helm]),
      SealPremise([helm], while: PathState(environment, besides: root)),
    ] {
      #expect(SealPremise(parsing: premise.bytes) == premise)
    }
  }
}
