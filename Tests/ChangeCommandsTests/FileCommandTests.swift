import Commands
import Diagnostics
import Filesystem
import Manifests
import Testing

@testable import ChangeCommands

/// The commands that write only a folder's files.
@Suite struct FileCommandTests {
  private let world: ChangeWorld

  init() throws {
    world = try ChangeWorld()
  }

  /// Runs `local` with these arguments.
  private func local(_ words: String...) async throws -> ExitCode {
    try await LocalCommand.run(world.session(["local"] + words))
  }

  @Test func `init writes a valid Toolfile and never overwrites one`() async throws {
    let session = try world.session(["init"])
    #expect(try await InitCommand.run(session) == .success)
    let text = try #require(world.text("Toolfile"))
    #expect(try Toolfile(parsing: Array(text.utf8), path: "Toolfile").tools.isEmpty)
    await #expect(throws: Problem.project(.manifestExists(path: "Toolfile"))) {
      try await InitCommand.run(session)
    }
    #expect(world.text("Toolfile") == text)
  }

  @Test func `a pin is written, changed and removed`() async throws {
    #expect(try await local("ruff", "1.0") == .success)
    #expect(world.text(".tool-version") == "ruff 1.0\n")
    #expect(try await local("node", "system") == .success)
    #expect(try await local("ruff", "2.0") == .success)
    #expect(world.text(".tool-version") == "ruff 2.0\nnode system\n")
    #expect(try await local("--unset", "ruff") == .success)
    #expect(world.text(".tool-version") == "node system\n")
  }

  @Test(arguments: ["latest", ">=1", "1.*", "../1", "1@2", ""])
  func `a pin that is not an exact version is not written`(_ version: String) async throws {
    await #expect(throws: Problem.usage(.badVersion(version, tool: "ruff"))) {
      try await local("ruff", version)
    }
    #expect(world.text(".tool-version") == nil)
  }

  @Test func `incorrect pin arguments are reported`() async throws {
    await #expect(throws: Problem.usage(.badToolName("../x"))) { try await local("../x", "1.0") }
    await #expect(throws: Problem.usage(.unexpectedArgument("1.0", command: "local"))) {
      try await local("--unset", "ruff", "1.0")
    }
    await #expect(throws: Problem.project(.notPinnedHere(tool: "ruff", file: ".tool-version"))) {
      try await local("ruff")
    }
    #expect(world.text(".tool-version") == nil)
  }

  @Test func `global pins are written to the root, not the folder`() async throws {
    let session = try world.session(["global", "ruff", "1.0"])
    #expect(try await GlobalCommand.run(session) == .success)
    #expect(try world.root.appending("version").contents(limit: 100) == Array("ruff 1.0\n".utf8))
    #expect(world.text(".tool-version") == nil)
  }

  @Test func `lock takes tool names only with the update option`() async throws {
    try world.folder.appending("Toolfile").replaceContents(with: Array("tool \"ruff\"\n".utf8))
    let problem = UsageProblem.toolWithoutOption(
      "ruff", option: "--update", command: "lock", line: "bootstrap lock --update ruff ninja")
    await #expect(throws: Problem.usage(problem)) {
      try await LockCommand.run(world.session(["lock", "ruff", "ninja"]))
    }
    await #expect(throws: Problem.project(.unknownTool("ruf", nearest: ["ruff"]))) {
      try await LockCommand.run(world.session(["lock", "--update", "ruf"]))
    }
    await #expect(throws: Problem.usage(.badToolName("Ruff"))) {
      try await LockCommand.run(world.session(["lock", "--update", "Ruff"]))
    }
  }

  @Test func `lock --check reports a missing manifest or lock`() async throws {
    func check() async throws -> ExitCode {
      try await LockCommand.run(world.session(["lock", "--check"]))
    }
    await #expect(throws: Problem.project(.noManifest(directory: world.folder.string))) {
      try await check()
    }
    let toolfile = world.folder.appending("Toolfile")
    try toolfile.replaceContents(with: Array("platforms \"linux-x64\"\n".utf8))
    await #expect(throws: Problem.project(.noLock(toolfile: "Toolfile"))) { try await check() }
    let lock = Array("lockfile 1\nplatforms linux-x64\n".utf8)
    try world.folder.appending("Toolfile.lock").replaceContents(with: lock)
    #expect(try await check() == .success)
  }

  @Test func `verify takes either --all or names`() async throws {
    await #expect(throws: Problem.usage(.unexpectedArgument("ruff", command: "verify"))) {
      try await VerifyCommand.run(world.session(["verify", "--all", "ruff"]))
    }
  }

  @Test func `help for an unknown command suggests the nearest one`() async throws {
    await #expect(throws: Problem.usage(.unknownCommand("instal", nearest: ["install"]))) {
      try await HelpCommand.run(world.session(["help", "instal"]))
    }
  }
}
