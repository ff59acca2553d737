import Diagnostics
import Filesystem
import Locking
import Manifests
import Projects
import Sandboxes
import Testing
import Versions
import Vocabulary

@testable import Workflows

/// Updates of a project whose tools come from a folder.
@Suite struct UpdateTests {
  private let world: WorkflowWorld

  init() throws {
    world = try WorkflowWorld()
  }

  /// Writes the index of a directory source. Each of `lines` is a version, such as `ruby 2.7`,
  /// optionally with a need, such as `fastlane 2.220 ruby >= 2.6`.
  private func put(_ lines: String...) throws {
    let digest = String(repeating: "0a", count: 32)
    var index = "index 1\n"
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      index +=
        "artifact \(words[0]) \(words[1]) any raw sha256:\(digest) 5 f provides \(words[0])\n"
      if words.count > 2 {
        let requirement = words.count > 3 ? " \"\(words[3])\"" : ""
        index += "needs \(words[0]) \(words[1]) \(words[2])\(requirement)\n"
      }
    }
    let folder = world.path.appending("tools")
    try folder.makeDirectories()
    try folder.appending("index").replaceContents(with: Array(index.utf8))
  }

  private func project(_ tools: String...) throws -> Project { try project(tools) }

  private func project(_ tools: [String]) throws -> Project {
    let text =
      "platforms \"linux-x64\"\nsource \"directory\", \"tools\"\n"
      + tools.map { "tool \($0)\n" }.joined()
    try world.path.appending(Toolfile.name).replaceContents(with: Array(text.utf8))
    return try Project.load(world.path, isRelocking: true) { $0.lastComponent }
  }

  private func lock(_ project: Project) async throws -> Project {
    project.with(
      try await world.locking.resolve(LockRequest(project, replacing: project.lock)).lock)
  }

  private func update(
    _ project: Project, _ change: (inout EditWorkflow.Update) throws -> Void = { _ in }
  ) async throws -> EditWorkflow.UpdateResult {
    var update = EditWorkflow.Update()
    try change(&update)
    return try await EditWorkflow(locking: world.locking).updating(update, in: project)
  }

  private func versions(of result: EditWorkflow.UpdateResult) -> [String] {
    (result.edit.project.lock?.tools ?? []).map { "\($0.name) \($0.version)" }
  }

  private func text(of project: Project) -> [String] {
    String(decoding: project.toolfile.bytes, as: UTF8.self).split(separator: "\n").dropFirst(2)
      .map(String.init)
  }

  @Test func `small steps are preferred, and with strict, nothing else is chosen`() async throws {
    try put("ruff 1.2.3", "ninja 1.2.3")
    let locked = try await lock(try project(#""ruff""#, #""ninja""#))
    try put("ruff 1.2.3", "ruff 1.2.4", "ruff 1.3.0", "ruff 2.0.0", "ninja 1.2.3", "ninja 2.0.0")
    for (preference, expected) in [
      (UpdatePreference.newest, ["ninja 2.0.0", "ruff 2.0.0"]),
      (UpdatePreference(level: .minor), ["ninja 1.2.3", "ruff 1.3.0"]),
      (UpdatePreference(level: .patch, isStrict: true), ["ninja 1.2.3", "ruff 1.2.4"]),
    ] {
      let result = try await update(locked) { $0.preference = preference }
      #expect(versions(of: result) == expected)
    }
  }

  @Test func `a larger step is taken only where a smaller one does not fit`() async throws {
    try put("ruff 1.2.3")
    let locked = try await lock(try project(#""ruff""#))
    try put("ruff 1.2.3", "ruff 1.4.0", "ruff 1.5.0", "ruff 1.5.1", "ruff 2.0.0")
    let raised = try project(#""ruff", "> 1.2.3""#).with(try #require(locked.lock))
    let result = try await update(raised) { $0.preference = UpdatePreference(level: .patch) }
    #expect(versions(of: result) == ["ruff 1.4.0"])
    let problem = await #expect(throws: Problem.self) {
      _ = try await update(raised) {
        $0.preference = UpdatePreference(level: .patch, isStrict: true)
      }
    }
    guard case .sources(let problems)? = problem,
      case .content(.allExcluded(_, let exclusions))? = problems.first?.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(exclusions.flatMap(\.reasons) == [.step(limit: "patch")])
  }

  @Test func `what updated tools need moves with them unless the update is conservative`()
    async throws
  {
    try put("lint 1.0 git", "git 1.0", "other 1.0")
    let locked = try await lock(try project(#""lint""#, #""other""#))
    try put("lint 1.0 git", "lint 2.0 git", "git 1.0", "git 2.0", "other 1.0", "other 2.0")
    let name = try #require(ToolName("lint"))
    let free = try await update(locked) { $0.tools = [name] }
    #expect(versions(of: free) == ["git 2.0", "lint 2.0", "other 1.0"])
    let conservative = try await update(locked) {
      $0.tools = [name]
      $0.isConservative = true
    }
    #expect(versions(of: conservative) == ["git 1.0", "lint 2.0", "other 1.0"])
    let all = try await update(locked) { $0.isConservative = true }
    #expect(versions(of: all) == ["git 1.0", "lint 2.0", "other 2.0"])
  }

  @Test(arguments: [[#""lint""#], [#""lint""#, #""git""#], [#""git""#, #""lint""#]])
  func `a conservative update treats a needed tool alike whether or not it is declared`(
    declared: [String]
  ) async throws {
    try put("lint 1.0 git", "git 1.0")
    let locked = try await lock(try project(declared))
    try put("lint 1.0 git", "lint 1.1 git", "lint 2.0 git >= 2.0", "git 1.0", "git 2.0")
    let lint = try #require(ToolName("lint"))
    for names: Set<ToolName>? in [[lint], nil] {
      let result = try await update(locked) {
        $0.tools = names
        $0.isConservative = true
      }
      #expect(versions(of: result) == ["git 1.0", "lint 1.1"])
    }
    let free = try await update(locked) { $0.tools = [lint] }
    #expect(versions(of: free) == ["git 2.0", "lint 2.0"])
    let git = try #require(ToolName("git"))
    let both = try await update(locked) {
      $0.tools = [lint, git]
      $0.isConservative = true
    }
    #expect(versions(of: both) == ["git 2.0", "lint 2.0"])
  }

  @Test func `a conservative update moves a needed tool that no solution keeps`() async throws {
    try put("lint 1.0 git", "git 1.0", "base 1.0", "other 1.0 base")
    let locked = try await lock(try project(#""lint""#, #""other""#))
    try put(
      "lint 1.0 git", "lint 2.0 git >= 2.0", "git 1.0", "git 2.0", "base 1.0", "base 2.0",
      "other 1.0 base", "other 2.0 base >= 2.0")
    let raised = try project(#""lint", "2.0""#, #""other""#).with(try #require(locked.lock))
    let result = try await update(raised) { $0.isConservative = true }
    #expect(versions(of: result) == ["base 1.0", "git 2.0", "lint 2.0", "other 1.0"])
  }

  @Test func `tools that need each other are updated together`() async throws {
    try put("chicken 1.0 egg", "egg 1.0 chicken")
    let locked = try await lock(try project(#""chicken""#))
    try put("chicken 1.0 egg", "egg 1.0 chicken", "chicken 2.0 egg", "egg 2.0 chicken")
    let result = try await update(locked) { $0.isConservative = true }
    #expect(versions(of: result) == ["chicken 2.0", "egg 2.0"])
  }

  @Test func `prereleases are admitted for the updated tools alone`() async throws {
    try put("ruff 1.0.0", "ninja 1.0.0")
    let locked = try await lock(try project(#""ruff", "~> 1.0""#, #""ninja""#))
    try put("ruff 1.0.0", "ruff 1.1.0-rc1", "ninja 1.0.0", "ninja 1.1.0-rc1")
    let name = try #require(ToolName("ruff"))
    let result = try await update(locked) {
      $0.tools = [name]
      $0.preference = UpdatePreference(admitsPrereleases: true)
    }
    #expect(versions(of: result) == ["ninja 1.0.0", "ruff 1.1.0-rc1"])
    let project = result.edit.project
    #expect(project.difference(from: try #require(project.lock)).isEmpty)
    #expect(versions(of: try await update(locked)) == ["ninja 1.0.0", "ruff 1.0.0"])
  }

  @Test func `only requirements that exclude the newest version are raised`() async throws {
    try put("ruff 0.16.4", "ninja 1.0", "git 1.0", "ruby 2.6", "lint 1.0 ruby < 3")
    let locked = try await lock(
      try project(
        #""ruff", "~> 0.16.0""#, #""ninja", "1.0" # exact"#, #""git", ">= 1""#,
        #""ruby", "~> 2.6""#,
        #""lint""#))
    try put(
      "ruff 0.16.4", "ruff 0.17.1", "ninja 1.0", "ninja 1.1", "git 1.0", "git 2.0", "ruby 2.6",
      "ruby 2.7", "ruby 3.0", "lint 1.0 ruby < 3")
    let result = try await update(locked) { $0.raisesRequirements = true }
    #expect(
      versions(of: result) == ["git 2.0", "lint 1.0", "ninja 1.1", "ruby 2.7", "ruff 0.17.1"])
    let project = result.edit.project
    #expect(
      text(of: project) == [
        #"tool "ruff", "~> 0.17.1""#, #"tool "ninja", "1.1" # exact"#, #"tool "git", ">= 1""#,
        #"tool "ruby", "~> 2.6""#, #"tool "lint""#,
      ])
    #expect(project.difference(from: try #require(project.lock)).isEmpty)
    let ruby = try #require(ToolName("ruby"))
    #expect(
      result.outlooks[ruby]?.heldBack == [
        HeldBackVersion("3.0", because: .needed(requirement: "< 3", by: "lint 1.0"))
      ])
  }

  @Test func `a statement that cannot be edited does not keep others from being raised`()
    async throws
  {
    try put("ruff 0.16.4", "ninja 1.0")
    let locked = try await lock(
      try project("\"ninja\", \"> 0.1\", # for now\n  \"< 2\"", #""ruff", "~> 0.16.0""#))
    try put("ruff 0.16.4", "ruff 0.17.1", "ninja 1.0", "ninja 2.0")
    let result = try await update(locked) { $0.raisesRequirements = true }
    #expect(versions(of: result) == ["ninja 1.0", "ruff 0.17.1"])
    #expect(text(of: result.edit.project).last == #"tool "ruff", "~> 0.17.1""#)
    let ninja = try #require(ToolName("ninja"))
    #expect(
      result.uneditable == [
        UneditableStatement(
          tool: ninja, origin: .file("Toolfile", line: 3, column: 1),
          line: #"tool "ninja", "~> 2.0""#)
      ])
    await #expect(throws: Problem.self) {
      try await update(locked) {
        $0.raisesRequirements = true
        $0.tools = [ninja]
      }
    }
  }

  @Test func `the reason of each newer version is told`() async throws {
    try put("ruff 1.0", "ruby 2.6", "jazzy 1.0 ruby")
    let locked = try await lock(try project(#""ruff", "~> 1.0""#, #""ruby", "< 3""#, #""jazzy""#))
    try put("ruff 1.0", "ruff 1.1", "ruff 2.0", "ruby 2.6", "jazzy 1.0 ruby", "jazzy 2.0 ruby >= 3")
    let tools = try await world.locking.outdatedTools(of: locked)
    #expect(tools.map(\.tool.text) == ["jazzy", "ruby", "ruff"])
    #expect(tools.map(\.outlook.newest.version) == ["2.0", "2.6", "2.0"])
    #expect(tools.map(\.outlook.chosen.version) == ["1.0", "2.6", "1.1"])
    #expect(tools.map(\.isUpdatable) == [false, false, true])
    #expect(tools.map(\.isOutdated) == [true, false, true])
    #expect(
      tools.map(\.outlook.heldBack) == [
        [HeldBackVersion("2.0", because: .needs(tool: "ruby", requirement: ">= 3", platforms: []))],
        [],
        [
          HeldBackVersion(
            "2.0", because: .requirement("~> 1.0", .file("Toolfile", line: 3)))
        ],
      ])
  }

  // MARK: Merges

  @Test func `of two sides of a merge, the higher version that fits is kept`() async throws {
    let path = world.path.appending(Lockfile.name)
    try put("ruff 1.4", "ninja 1.0")
    let first = try await lock(try project(#""ruff""#, #""ninja""#))
    try put("ruff 1.6", "ninja 1.0")
    let ruff = try #require(ToolName("ruff"))
    let second = try await world.locking.resolve(
      LockRequest(
        first, replacing: first.lock, updating: .tools([ruff]))
    ).lock
    let ours = String(decoding: try #require(first.lock).bytes, as: UTF8.self)
    let theirs = String(decoding: second.bytes, as: UTF8.self)
    let start = try #require(ours.firstRange(of: "tool ruff")).lowerBound
    let other = try #require(theirs.firstRange(of: "tool ruff")).lowerBound
    let sides = [String(ours[start...]), String(theirs[other...])]
    let merged =
      "\(ours[..<start])<<<<<<< ours\n\(sides[0])=======\n\(sides[1])>>>>>>> theirs\n"
    try put("ruff 1.4", "ruff 1.6", "ruff 1.10", "ninja 1.0", "ninja 2.0")
    for (requirement, expected) in [("", "1.6"), (", \"< 1.5\"", "1.4"), (", \"> 2\"", nil)] {
      try path.replaceContents(with: Array(merged.utf8))
      let project = try project("\"ruff\"\(requirement)", #""ninja""#)
      guard let expected else {
        await #expect(throws: Problem.self) { _ = try await lock(project) }
        continue
      }
      #expect(
        try await lock(project).lock?.tools.map { "\($0.name) \($0.version)" }
          == ["ninja 1.0", "ruff \(expected)"])
    }
  }
}
