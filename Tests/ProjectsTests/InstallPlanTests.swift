import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import SampleLocks
import Sandboxes
import Testing
import Vocabulary

@Suite struct InstallPlanTests {
  /// Returns the header and the lines of a stanza.
  ///
  /// - Parameters:
  ///   - tool: The name and version, such as `ruff 1.0`.
  ///   - groups: The groups of the tool, separated by commas.
  ///   - artifacts: The `artifact` lines.
  private func stanza(
    _ tool: String, groups: String = "default", _ artifacts: String...
  ) -> (tool: String, lines: [String]) {
    let name = tool.prefix { $0 != " " }
    return (
      tool,
      [
        #"wants "" Toolfile"#, "declares groups=\(groups) package=\(name) source=pypi",
        "provides \(name)",
      ] + artifacts
    )
  }

  /// Returns the installations for `linux-x64` of a project with these files.
  private func planned(
    _ lock: String, toolfile: String, with groups: GroupChoice = []
  ) throws -> [PlannedInstallation] {
    let project = try ProjectWorld(toolfile: toolfile, lock: lock).project
    return project.planned(of: try #require(project.lock), for: .linuxX64, with: groups)
  }

  @Test func `a plan contains the artifacts locked for the platform`() throws {
    let lock = ProjectWorld.lock(
      stanza("cmake 3", ProjectWorld.artifact("macos-arm64", digit: "1")),
      stanza("ninja 1", ProjectWorld.artifact(digit: "2")),
      stanza(
        "ruff 1.0", ProjectWorld.artifact("linux-arm64", digit: "3"),
        ProjectWorld.artifact(digit: "4")))
    let toolfile = "source \"pypi\"\ntool \"cmake\"\ntool \"ninja\"\ntool \"ruff\"\n"
    let planned = try planned(lock, toolfile: toolfile)
    #expect(planned.map(\.title) == ["ninja 1", "ruff 1.0"])
    #expect(planned.map(\.artifact.digest.hexadecimal.first) == ["2", "4"])
  }

  @Test func `an optional group is planned only if requested`() throws {
    let lock = ProjectWorld.lock(
      stanza("fastlane 1", groups: "release", ProjectWorld.artifact(digit: "1")),
      stanza("ruff 1.0", ProjectWorld.artifact(digit: "2")))
    let toolfile =
      "source \"pypi\"\ntool \"ruff\"\n"
      + "group :release, optional: true do\n  tool \"fastlane\"\nend\n"
    #expect(try planned(lock, toolfile: toolfile).map(\.title) == ["ruff 1.0"])
    #expect(
      try planned(lock, toolfile: toolfile, with: ["release"]).map(\.title)
        == ["fastlane 1", "ruff 1.0"])
    #expect(try planned(lock, toolfile: toolfile, with: ["other"]).map(\.title) == ["ruff 1.0"])
  }

  @Test func `needs of an optional group are planned only with the group`() throws {
    func needing(_ tool: String, _ needed: String) -> (tool: String, lines: [String]) {
      var stanza = stanza(tool, groups: "release", ProjectWorld.artifact(digit: "1"))
      stanza.lines.insert("needs \(needed) \"\"", at: 2)
      return stanza
    }
    let lock = ProjectWorld.lock(
      needing("fastlane 1", "ruby"), needing("openssl 3", "ruby"), needing("ruby 3", "openssl"))
    let toolfile = "source \"pypi\"\ngroup :release, optional: true do\n  tool \"fastlane\"\nend\n"
    #expect(try planned(lock, toolfile: toolfile) == [])
    #expect(
      try planned(lock, toolfile: toolfile, with: ["release"]).map(\.title)
        == ["fastlane 1", "openssl 3", "ruby 3"])
  }

  @Test func `missing tools are planned once, largest first`() throws {
    let lock = ProjectWorld.lock(
      stanza("b 1", ProjectWorld.artifact(digit: "1", size: 10)),
      stanza("c 1", ProjectWorld.artifact(digit: "2", size: 30)),
      stanza("d 1", ProjectWorld.artifact(digit: "3", size: 10)),
      stanza("e 1", ProjectWorld.artifact(digit: "4", size: 20)))
    let all = try planned(
      lock, toolfile: "source \"pypi\"\ntool \"b\"\ntool \"c\"\ntool \"d\"\ntool \"e\"\n")
    let plan = InstallPlan(all.reversed() + all) { $0.tool.text == "e" }
    #expect(plan.missing.map(\.title) == ["c 1", "b 1", "d 1"])
    #expect(plan.present.map(\.title) == ["e 1"])
  }

  /// Returns an installation. It is built, with `dependencies` if there are any.
  private func build(
    _ tool: String, with dependencies: PlannedInstallation...
  ) throws -> PlannedInstallation {
    PlannedInstallation(
      tool: try #require(ToolName(tool)), version: try #require(VersionText("1")),
      declaration: LockedDeclaration(
        source: "url", options: [.init(LockedDeclaration.buildKey, "\"make\"")]),
      artifact: Artifact(
        platform: .linuxX64, format: try #require(ArtifactFormat("tar.gz")),
        digest: SHA256Digest(of: Array(tool.utf8)), size: 1,
        urls: [try #require(ArtifactURL("https://example.org/\(tool)"))]),
      provides: [],
      dependencies: dependencies.map { .init(tool: $0.tool, version: $0.version, id: $0.id) })
  }

  @Test func `a build follows the installations that it uses`() throws {
    let perl = try build("perl")
    let make = try build("make")
    let lib = try build("lib", with: perl)
    let app = try build("app", with: lib, make, perl)
    let all = [app, lib, make, perl]
    func waves(_ plan: InstallPlan) -> [[String]] { plan.waves.map { $0.map(\.tool.text) } }
    #expect(waves(InstallPlan(all) { _ in false }) == [["make"], ["perl"], ["lib"], ["app"]])
    #expect(waves(InstallPlan(all) { $0 == lib }) == [["make"], ["perl"], ["app"]])
    #expect(waves(InstallPlan(all) { _ in true }).isEmpty)
    // Another version of a tool is not the one that the build uses.
    let other = try build("perl", with: make)
    #expect(waves(InstallPlan([lib, other]) { _ in false }) == [["lib"], ["perl"]])
  }

  @Test func `an installation is present if its executables exist`() throws {
    let lock = ProjectWorld.lock(stanza("ruff 1.0", ProjectWorld.artifact()))
    let planned = try planned(lock, toolfile: "source \"pypi\"\ntool \"ruff\"\n")
    let home = try TemporaryDirectory()
    let root = Root(home.path)
    #expect(try InstallPlan(planned, in: root).missing == planned)
    // The same version with other contents is another installation.
    try root.installs.appending("ruff/1.0-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
      .makeDirectories()
    #expect(try InstallPlan(planned, in: root).missing == planned)
    let folder = root.folder(of: planned[0].installed)
    let bin = folder.appending("bin")
    try bin.makeDirectories()
    #expect(try InstallPlan(planned, in: root).missing == planned)
    // A broken link does not count as an executable.
    try bin.appending("ruff").makeLink(to: "../content/ruff")
    #expect(try InstallPlan(planned, in: root).missing == planned)
    try folder.appending("content").makeDirectories()
    try folder.appending("content/ruff").replaceContents(with: [])
    #expect(try InstallPlan(planned, in: root).missing == [])
    #expect(try InstallPlan(planned, in: root).present == planned)
    #expect(try InstallPlan(planned, in: root, isForced: true).missing == planned)
  }
}

@Suite struct ProjectTests {
  @Test func `the project is the nearest folder with a Toolfile`() throws {
    let world = try ProjectWorld(toolfile: "source \"pypi\"\ntool \"ruff\"\n")
    let below = world.path.appending("a/b")
    try below.makeDirectories()
    #expect(try Project.folder(above: below) == world.path)
    try below.appending(Toolfile.name).replaceContents(with: [])
    #expect(try Project.folder(above: below) == below)
    #expect(try Project.folder(above: world.path.appending("a")) == world.path)
  }

  @Test func `a conflicted lock is rejected, but relocking uses what both sides share`() throws {
    func stanza(_ version: String, digit: String) -> String {
      let name = version.prefix { $0 != " " }
      return """
        tool \(version)
          wants "" Toolfile
          declares groups=default package=\(name) source=pypi
          provides \(name)
          \(ProjectWorld.artifact(digit: digit))

        """
    }
    let lock =
      SampleLock.withIDs(
        "lockfile 1\nplatforms linux-x64\n\n" + stanza("ninja 1", digit: "1")
          + "\n<<<<<<< ours\n" + stanza("ruff 1", digit: "2") + "=======\n"
          + stanza("ruff 2", digit: "3") + ">>>>>>> theirs\n")
    let world = try ProjectWorld(
      toolfile: "source \"pypi\"\ntool \"ninja\"\ntool \"ruff\"\n", lock: lock)
    let error = #expect(throws: Problem.self) { try world.load() }
    guard case .syntax? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let project = try world.load(isRelocking: true)
    #expect(project.lock?.tools.map(\.name.text) == ["ninja"])
  }

  @Test func `a missing Toolfile is reported`() throws {
    let world = try ProjectWorld(toolfile: "")
    try world.path.appending(Toolfile.name).removeFile()
    let error = #expect(throws: Problem.self) { try world.load() }
    guard case .project(.file(.unreadable(path: Toolfile.name, reason: _)))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
