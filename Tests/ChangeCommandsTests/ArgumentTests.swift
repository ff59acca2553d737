import Commands
import Diagnostics
import Filesystem
import Projects
import Testing
import Vocabulary

@testable import ChangeCommands

/// The arguments that the commands of `bootstrap-change` accept and reject.
@Suite struct ArgumentTests {
  private static let tools: [(String, String, String?)] = [
    ("ruff", "ruff", nil), ("ruff@0.17.5", "ruff", "0.17.5"),
    ("clang-format@20.1.8", "clang-format", "20.1.8"), ("a@1.0+local", "a", "1.0+local"),
  ]

  @Test(arguments: tools)
  func `an argument is a tool and an optional exact version`(
    _ text: String, _ tool: String, _ version: String?
  ) throws {
    let read = try session(text).toolAndVersion(text)
    #expect(read.0.text == tool)
    #expect(read.1?.text == version)
  }

  @Test(arguments: ["", "@1.0", "Ruff", "../x", "a b@1"])
  func `an invalid tool name is reported`(_ text: String) {
    let name = text.split(separator: "@", omittingEmptySubsequences: false).first.map(String.init)
    #expect(throws: Problem.usage(.badToolName(name ?? ""))) {
      try session(text).toolAndVersion(text)
    }
  }

  @Test(arguments: [
    "", "latest", "1.0@2.0", "~> 1", ">=1", "<2", "^1", "1.*", "1,2", "../1", "-1", "1/2",
  ])
  func `a version that is not exact is reported`(_ version: String) {
    #expect(throws: Problem.usage(.badVersion(version, tool: "ruff"))) {
      try session("ruff@\(version)").toolAndVersion("ruff@\(version)")
    }
  }

  @Test(arguments: ["=1.0", "==1.0", "= 1.0"])
  func `the version that a requirement names is the correction`(_ requirement: String) throws {
    let session = try session("ruff@\(requirement)")
    let retry = session.retry(replacing: "ruff@\(requirement)", with: ["ruff@1.0"])
    #expect(throws: Problem.usage(.badVersion(requirement, tool: "ruff", retry: retry))) {
      try session.toolAndVersion("ruff@\(requirement)")
    }
  }

  private func session(_ argument: String) throws -> Session {
    try ChangeWorld().session(["uninstall", argument])
  }

  private static let groupLists: [([String], [String])] = [
    ([], []), (["--with", "docs"], ["docs"]), (["--with=release,docs"], ["docs", "release"]),
    (["--with", ",docs,,docs,"], ["docs"]), (["--with="], []),
    (["--with", "docs", "--with", "lint"], ["docs", "lint"]),
  ]

  @Test(arguments: groupLists)
  func `groups are separated by commas or are in several options`(
    _ words: [String], _ groups: [String]
  ) throws {
    let world = try ChangeWorld()
    #expect(try world.session(["install"] + words).groups.with.sorted() == groups)
  }

  @Test func `uninstalling an unknown tool suggests similar names`() throws {
    let world = try ChangeWorld()
    let session = try world.session(["uninstall", "ruf"])
    let (ruf, ruff) = (try #require(ToolName("ruf")), try #require(ToolName("ruff")))
    let problem = Problem.project(
      .installation(.nothingInstalled(tool: ruf, version: "1.0", installed: [], nearest: [])))
    #expect(
      session.namingNearest(problem)
        == .project(
          .installation(.nothingInstalled(tool: ruf, version: nil, installed: [], nearest: []))))
    try world.root.appending("installs/ruff/1.0-1111111111111111111111111111111111111111/bin")
      .makeDirectories()
    #expect(
      session.namingNearest(problem)
        == .project(
          .installation(
            .nothingInstalled(tool: ruf, version: nil, installed: [], nearest: [ruff]))))
    let other = Problem.project(
      .installation(
        .nothingInstalled(
          tool: ruff, version: "2.0", installed: [try #require(VersionText("1.0"))], nearest: [])))
    #expect(session.namingNearest(other) == other)
    #expect(session.namingNearest(.usage(.noHome)) == .usage(.noHome))
  }
}
