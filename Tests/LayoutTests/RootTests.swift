import Filesystem
import Layout
import Manifests
import Sandboxes
import Testing
import Vocabulary

@Suite struct RootTests {
  private let folder: TemporaryDirectory
  private let root: Root

  private static let id = "0123456789abcdef0123456789abcdef01234567"

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  /// Returns an installation from its textual properties.
  private func installed(
    _ tool: String, _ version: String, _ id: String = id
  ) throws -> InstalledVersion {
    InstalledVersion(
      tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
      id: try #require(ContentID(id)))
  }

  @Test func `the root comes from the environment or is a folder in the home`() {
    #expect(Root(environment: Environment(["BOOTSTRAP_ROOT": "/r", "HOME": "/h"]))?.path == "/r")
    #expect(Root(environment: Environment(["HOME": "/h"]))?.path == "/h/.bootstrap")
    #expect(
      Root(environment: Environment(["BOOTSTRAP_ROOT": "", "HOME": "/h"]))?.path == "/h/.bootstrap")
    #expect(Root(environment: Environment([:])) == nil)
  }

  @Test func `a program that is installed in a root finds it`() throws {
    try root.shims.makeDirectories()
    #expect(try Root.containing(root.program) == nil)
    try root.libexec.makeDirectories()
    try root.shimProgram.replaceContents(with: [], isDurable: false)
    #expect(try Root.containing(root.program) == root)
    #expect(try Root.containing(root.libexec.appending("bootstrap-change")) == root)
    #expect(try Root.containing(root.path.appending("build/bootstrap")) == nil)
    #expect(try Root.containing("/usr/local/bin/bootstrap") == nil)
  }

  @Test(arguments: ["1.0", "1.0-rc.1", "2024-01-01", "v1", "1.0+local", "1-2-3", "a--b"])
  func `an installation is found by its folder's name`(_ version: String) throws {
    let installed = try installed("ruff", version)
    #expect(root.folder(of: installed).lastComponent == "\(version)-\(Self.id)")
    try root.folder(of: installed).makeDirectories()
    #expect(try root.installedVersions() == [installed])
    #expect(try root.installedVersions(of: installed.tool) == [installed])
  }

  @Test func `the last use is the time of the receipt, if it was ever run`() throws {
    let (used, unused, lost) = (
      try installed("ruff", "1.0"), try installed("ruff", "2.0"), try installed("ninja", "1.0")
    )
    for (one, time) in [(used, 5), (unused, 0)] {
      try root.folder(of: one).makeDirectories()
      let receipt = root.folder(of: one).appending(Receipt.fileName)
      try receipt.replaceContents(with: [], isDurable: false)
      try receipt.setModified(secondsSince1970: Int64(time))
    }
    #expect(root.lastUses(of: [used, unused, lost]) == [used: 5])
  }

  @Test(arguments: [
    "1.0", "1.0-", "-\(id)", id, "1.0-\(id.uppercased())", "1.0-\(id.dropLast())",
    "1.0-\(id)0", ".1.0-\(id)", "1 0-\(id)", "1.0-0123456789ab",
  ])
  func `a folder with another name is not an installation`(_ name: String) throws {
    try root.installs.appending("ruff").appending(name).makeDirectories()
    #expect(try root.installedVersions() == [])
  }

  @Test func `installations with ids of 12 digits are outdated`() throws {
    let installed = try installed("ruff", "1.0")
    let folder = root.installs.appending("ruff")
    try root.folder(of: installed).makeDirectories()
    try root.defaultInstallation(of: installed.tool, installed.version)
      .makeLink(to: FilePath(root.folder(of: installed).lastComponent))
    for name in [
      "2.0-0123456789ab", "3.0-0123456789ab", "2.0-0123456789AB", "0123456789ab",
    ] {
      try folder.appending(name).makeDirectories()
    }
    try folder.appending("2.0").makeLink(to: "2.0-0123456789ab")
    #expect(
      Set(try root.installationFolders().outdated)
        == [
          .init(
            tool: installed.tool, folder: folder.appending("2.0-0123456789ab"), isLinked: true),
          .init(
            tool: installed.tool, folder: folder.appending("3.0-0123456789ab"), isLinked: false),
        ])
  }

  @Test func `a link is never an installation`() throws {
    let installed = try installed("ruff", "1.0")
    try root.folder(of: installed).makeDirectories()
    // The last 40 characters of this version have the form of a content id.
    let version = try #require(VersionText("0.0.0-20260102030405-\(Self.id)"))
    try root.defaultInstallation(of: installed.tool, version)
      .replaceLink(to: FilePath(root.folder(of: installed).lastComponent))
    #expect(try root.installedVersions() == [installed])
    #expect(try root.defaultInstallation(of: installed.tool, version: version) == installed)
  }

  @Test func `the default of a version is the target of its link`() throws {
    let installed = try installed("ruff", "1.0")
    let link = root.defaultInstallation(of: installed.tool, installed.version)
    #expect(try root.defaultInstallation(of: installed.tool, version: installed.version) == nil)
    try link.parentDirectory.makeDirectories()
    try link.makeLink(to: FilePath(root.folder(of: installed).lastComponent))
    #expect(
      try root.defaultInstallation(of: installed.tool, version: installed.version) == installed)
    try link.replaceLink(to: "elsewhere")
    #expect(try root.defaultInstallation(of: installed.tool, version: installed.version) == nil)
  }

  @Test func `tools are listed by name, and other folders are skipped`() throws {
    let all = [try installed("a", "2"), try installed("a", "3"), try installed("b", "1")]
    for one in all.reversed() { try root.folder(of: one).makeDirectories() }
    try root.installs.appending("Not A Tool/1-\(Self.id)").makeDirectories()
    #expect(try root.installedVersions() == all)
    #expect(try Root(root.path.appending("missing")).installedVersions() == [])
  }

  @Test func `a lock alone in the staging folder is not unfinished work`() throws {
    #expect(try root.unfinishedWork() == [])
    try root.staging.makeDirectories()
    try root.stagingLock.replaceContents(with: [])
    #expect(try root.unfinishedWork() == [])
    try root.staging.appending(".work.1-abc").makeDirectory()
    #expect(try root.unfinishedWork() == [".work.1-abc"])
  }
}
