import Diagnostics
import Filesystem
import Manifests
import Projects
import Testing

@Suite struct ProjectEditTests {
  private static let lock = ProjectWorld.lock(
    (
      "ruff 1.0",
      [
        #"wants "" Toolfile"#, "declares groups=default package=ruff source=pypi",
        "provides ruff", ProjectWorld.artifact(),
      ]
    ))

  /// Returns an edit that adds a comment to the Toolfile and removes all tools from the lock.
  private func edit(_ project: Project) throws -> ProjectEdit {
    let toolfile = try Toolfile(parsing: Array("# new\n".utf8), path: "Toolfile")
    let lock = Lockfile(platforms: project.platforms, tools: [])
    return ProjectEdit(project.with(toolfile, lock), replacing: project)
  }

  private func text(_ name: String, in folder: FilePath) throws -> String? {
    try folder.appending(name).contentsIfPresent(limit: 10_000).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `both files are written, and only once`() throws {
    let world = try ProjectWorld(toolfile: "tool \"ruff\"\n", lock: Self.lock)
    let edit = try edit(try world.project)
    #expect(try edit.write())
    #expect(try text("Toolfile", in: world.path) == "# new\n")
    #expect(try text("Toolfile.lock", in: world.path)?.contains("ruff") == false)
    let again = ProjectEdit(try world.project, replacing: try world.project)
    #expect(try !again.write())
  }

  @Test func `a Toolfile that changed in the meantime stays, and so does its lock`() throws {
    let world = try ProjectWorld(toolfile: "tool \"ruff\"\n", lock: Self.lock)
    let edit = try edit(try world.project)
    try world.path.appending("Toolfile").replaceContents(with: Array("# other\n".utf8))
    #expect(throws: Problem.project(.file(.manifestChanged(path: "Toolfile")))) { try edit.write() }
    #expect(try text("Toolfile", in: world.path) == "# other\n")
    #expect(try text("Toolfile.lock", in: world.path) == Self.lock)
  }

  @Test func `a new Toolfile never replaces one`() throws {
    let world = try ProjectWorld(toolfile: "# first\n")
    let new = try Project.load(world.path, isNew: true) { $0.lastComponent }
    #expect(new.isNew && new.toolfile.bytes.isEmpty)
    let edit = try edit(new)
    #expect(throws: Problem.project(.file(.manifestChanged(path: "Toolfile")))) { try edit.write() }
    try world.path.appending("Toolfile").removeFile()
    #expect(try edit.write())
    #expect(try text("Toolfile", in: world.path) == "# new\n")
  }

  @Test(arguments: ["Toolfile", "Toolfile.lock"])
  func `if one of the files is read-only, both stay`(name: String) throws {
    let world = try ProjectWorld(toolfile: "tool \"ruff\"\n", lock: Self.lock)
    let edit = try edit(try world.project)
    try world.path.appending(name).setPermissions(0o444)
    let problem = #expect(throws: Problem.self) { try edit.write() }
    #expect(problem?.exitCode == .cannotWrite)
    #expect(try text("Toolfile", in: world.path) == "tool \"ruff\"\n")
    #expect(try text("Toolfile.lock", in: world.path) == Self.lock)
  }

  @Test func `a Toolfile that nobody may write is reported before it is edited`() throws {
    let world = try ProjectWorld(toolfile: "tool \"ruff\"\n")
    try world.project.checkToolfileIsWritable()
    try world.path.appending("Toolfile").setPermissions(0o444)
    let problem = #expect(throws: Problem.self) {
      try world.project.checkToolfileIsWritable()
    }
    #expect(problem?.exitCode == .cannotWrite)
  }
}
