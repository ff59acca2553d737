import Diagnostics
import Filesystem
import Manifests
import Projects
import Testing

/// Which executables a project may use only with the user's consent.
@Suite struct GuardedExecutablesTests {
  @Test(arguments: ["usr/bin", "bin:.", ":", "~/bin"])
  func `a list without an absolute path leaves the usual folders guarded`(list: String) throws {
    let guarded = GuardedExecutables(Environment(["BOOTSTRAP_SYSTEM_PATH": list]))
    #expect(guarded.contains(try #require(ExecutableName("ls"))))
  }

  @Test func `a list with absolute paths replaces the usual folders`() throws {
    let guarded = GuardedExecutables(Environment(["BOOTSTRAP_SYSTEM_PATH": "bin:/nonexistent"]))
    #expect(!guarded.contains(try #require(ExecutableName("ls"))))
  }
}
