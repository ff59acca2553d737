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
      var examined: [FilePath] = []
      _ = condition.judgment(of: lock, in: project) { files in
        examined += files
        return files.map(\.exists)
      }
      return examined.contains(root.folder(of: planned.installed))
    }
    for (version, expected) in [("1.0", true), ("2.0", false)] {
      try confirmed.insert(
        planned.artifact, planned.parts, of: planned.tool, try #require(VersionText(version)),
        planned.declaration)
      #expect(decides == expected, "after \(version)")
    }
  }

  @Test func `a judgment rests on files only if each that exists was read`() throws {
    let directory = try TemporaryDirectory()
    let lock = try Lockfile(parsing: Array(Self.lock.utf8), path: Lockfile.name)
    let root = Root(directory.path.appending("root"))
    let condition = SealCondition(root, Environment(["PATH": "/usr/bin"]))
    // The judgment does not read these, only the condition has.
    let early = [root.config, root.consentRule]
    let project = directory.path.appending("app")
    try project.makeDirectory()
    var examined: [FilePath] = []
    let judgment = condition.judgment(of: lock, in: project) { files in
      examined += files
      return files.map(\.exists)
    }
    #expect(judgment?.restsOnFiles == true)
    // As if a file had been there briefly before it was read.
    for moved in examined where !early.contains(moved) {
      let judgment = condition.judgment(of: lock, in: project) { files in
        files.map { $0 == moved || $0.exists }
      }
      #expect(judgment?.restsOnFiles != true, "\(moved)")
    }
  }

  @Test func `an invalid file was read, and a link to itself on PATH is no folder`() throws {
    let directory = try TemporaryDirectory()
    let lock = try Lockfile(parsing: Array(Self.lock.utf8), path: Lockfile.name)
    let project = try directory.directory("app")
    try directory.file("app/Toolfile", "tool (\n")
    let loop = directory.path.appending("loop")
    try loop.makeLink(to: "loop")
    let condition = SealCondition(
      Root(directory.path.appending("root")), Environment(["PATH": "/usr/bin:\(loop.string)"]))
    let judgment = condition.judgment(of: lock, in: project) { $0.map(\.exists) }
    #expect(judgment?.restsOnFiles == true)
  }
}
