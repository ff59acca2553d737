import Filesystem
import Layout
import Manifests
import Projects
import SampleLocks
import Sandboxes
import Testing
import Trust
import Vocabulary

@Suite struct SealConditionTests {
  private static let lock = SampleLock.withIDs(
    """
    lockfile 1
    platforms \(Platform.current)

    tool thing 2.0
      wants "" Toolfile
      declares groups=default package=thing source=pypi
      provides thing
      artifact \(Platform.current) ? wheel sha256:\(String(repeating: "a", count: 64)) 5 \
    https://example.org/thing-2.0.whl

    """)

  @Test func `the folder of a version that is not confirmed decides, whatever else is`() throws {
    let directory = try TemporaryDirectory()
    let root = Root(directory.path)
    let project: FilePath = "/app"
    let lock = try Lockfile(parsing: Array(Self.lock.utf8), path: Lockfile.name)
    let planned = try #require(PlannedInstallation(lock.tools[0], for: .current))
    let condition = SealCondition(root, Environment([:]))
    let confirmed = ConfirmedArtifacts(root, for: project)
    var decides: Bool {
      condition.decidingFiles(of: lock, in: project).contains(root.folder(of: planned.installed))
    }
    for (version, expected) in [("1.0", true), ("2.0", false)] {
      try confirmed.insert(
        planned.artifact, planned.parts, of: planned.tool, try #require(VersionText(version)),
        planned.declaration)
      #expect(decides == expected, "after \(version)")
    }
  }
}
