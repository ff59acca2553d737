import Diagnostics
import Filesystem
import Layout
import Manifests
import Sandboxes
import Terminal
import Testing
import Vocabulary

@testable import ChangeCommands
@testable import Commands

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
    await #expect(throws: Problem.project(.file(.manifestExists(path: "Toolfile")))) {
      try await InitCommand.run(session)
    }
    #expect(world.text("Toolfile") == text)
  }

  @Test func `a pin is written, changed and removed`() async throws {
    try world.install("ruff", "1.0")
    try world.install("ruff", "2.0")
    #expect(try await local("ruff", "1.0") == .success)
    #expect(world.text(".tool-version") == "ruff 1.0\n")
    #expect(try await local("node", "system") == .success)
    #expect(try await local("ruff", "2.0") == .success)
    #expect(world.text(".tool-version") == "ruff 2.0\nnode system\n")
    #expect(try await local("--unset", "ruff") == .success)
    #expect(world.text(".tool-version") == "node system\n")
    #expect(try await local("--unset") == .success)
    #expect(world.text(".tool-version") == nil)
  }

  @Test func `a file in which only a comment is left stays`() async throws {
    try world.folder.appending(".tool-version").replaceContents(
      with: Array("# mine\nruff 1.0\nnode 2.0\n".utf8))
    #expect(try await local("--unset") == .success)
    #expect(world.text(".tool-version") == "# mine\n")
    #expect(try await local("--unset") == .success)
    #expect(world.text(".tool-version") == "# mine\n")
  }

  @Test func `the beginning of a version stands for the newest installed one`() async throws {
    for version in ["0.17.9", "0.17.10", "0.18.0", "1.17.0"] { try world.install("ruff", version) }
    #expect(try await local("ruff", "0.17") == .success)
    #expect(world.text(".tool-version") == "ruff 0.17.10\n")
  }

  @Test func `a version that is not installed is not pinned`() async throws {
    try world.install("ruff", "0.18.0")
    let (ruff, rufff) = (try #require(ToolName("ruff")), try #require(ToolName("rufff")))
    let installed = try #require(VersionText("0.18.0"))
    await #expect(
      throws: Problem.project(
        .pin(
          .nothingToPin(
            tool: ruff, version: "0.17", installed: [installed], nearest: [],
            line: "bootstrap local --install ruff 0.17")))
    ) { try await local("ruff", "0.17") }
    await #expect(
      throws: Problem.project(
        .pin(
          .nothingToPin(
            tool: rufff, version: "0.1", installed: [], nearest: [ruff], line: nil)))
    ) { try await local("rufff", "0.1") }
    #expect(world.text(".tool-version") == nil)
  }

  @Test func `pins are printed from the nearest file above`() async throws {
    await #expect(throws: Problem.project(.pin(.nothingPinned(file: ".tool-version")))) {
      try await local()
    }
    try world.folder.parentDirectory.appending(".tool-version").replaceContents(
      with: Array("ruff 1.0\n".utf8))
    #expect(try await local() == .success)
    #expect(try await local("ruff") == .success)
  }

  @Test(arguments: [
    "latest", ">=1", "1.*", "../1", "1@2", "", "lts", "stable", "jruby-9.2.17.0", "1.0;touch", "%s",
    "1.x", "v",
  ])
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
    let ruff = try #require(ToolName("ruff"))
    await #expect(
      throws: Problem.project(.pin(.notPinnedHere(tool: ruff, file: ".tool-version")))
    ) {
      try await local("ruff")
    }
    #expect(world.text(".tool-version") == nil)
  }

  @Test func `global pins are written to the root, not the folder`() async throws {
    try world.install("ruff", "1.0")
    let session = try world.session(["global", "ruff", "1.0"])
    #expect(try await GlobalCommand.run(session) == .success)
    #expect(try world.root.appending("version").contents(limit: 100) == Array("ruff 1.0\n".utf8))
    #expect(world.text(".tool-version") == nil)
  }

  private func config(_ words: String...) throws -> ExitCode {
    try ConfigCommand.run(world.session(["config"] + words))
  }

  private var settings: String? {
    (try? world.root.appending("config").contents(limit: 10_000)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("timeout", "60", true), ("index", "https://example.org/simple/", true),
    ("index", "https://me:s3cret@example.org/simple/", false),
  ])
  func `others can read new settings, unless they hold a password`(
    _ key: String, _ value: String, _ isReadable: Bool
  ) throws {
    #expect(try config("set", key, value) == .success)
    let status = try #require(try world.root.appending("config").status())
    #expect((status.permissions & 0o040 != 0) == isReadable)
  }

  @Test func `other version managers' files are named exactly, or tools`() throws {
    #expect(try config("set", "idiomatic", ".nvmrc,python", "go") == .success)
    #expect(settings == "idiomatic .nvmrc,python go\n")
    #expect(
      throws: Problem.usage(
        .badValue("nope", option: "idiomatic", expected: .fileOrTool(nearest: ["node"])))
    ) { try config("set", "idiomatic", "nope") }
    #expect(throws: Problem.self) { try config("set", "idiomatic", "on", ".nvmrc") }
    #expect(try config("set", "idiomatic", "off") == .success)
  }

  @Test func `a setting is written, changed and removed, and everything else stays`() throws {
    try world.root.makeDirectories()
    try world.root.appending("config").replaceContents(
      with: Array("# mine\njobs 3  # at once\nlater word\nregistry a.rb\n\nregistry b.rb\n".utf8))
    #expect(try config("set", "jobs", "4") == .success)
    #expect(try config("set", "timeout", "60") == .success)
    #expect(throws: Problem.self) { try config("set", "registry", "c.rb") }
    for name in ["c.rb", "d.rb"] {
      try world.root.appending(name).replaceContents(with: Array("# none\n".utf8))
    }
    #expect(try config("set", "registry", "c.rb") == .success)
    #expect(
      settings == "# mine\njobs 4  # at once\nlater word\nregistry c.rb\n\ntimeout 60\n")
    #expect(try config("set", "registry", "c.rb", "d.rb") == .success)
    #expect(try config("unset", "jobs") == .success)
    #expect(
      settings == "# mine\nlater word\nregistry c.rb\nregistry d.rb\n\ntimeout 60\n")
    #expect(try config("set", "system-version", "ruby", "/usr/bin/ruby") == .success)
    #expect(try config("set", "system-version", "node", "/usr/bin/node") == .success)
    #expect(try config("unset", "system-version", "ruby") == .success)
    #expect(try config("unset", "registry", "c.rb") == .success)
    #expect(
      settings
        == "# mine\nlater word\nregistry d.rb\n\ntimeout 60\nsystem-version node /usr/bin/node\n")
    #expect(try config("set", "build-variable", "CFLAGS=-O2 -g") == .success)
    #expect(try config("set", "build-variable", "CC", "ccache", "clang") == .success)
    #expect(
      settings?.hasSuffix("build-variable CFLAGS -O2 -g\nbuild-variable CC ccache clang\n") == true)
    #expect(try config("unset", "build-variable", "CFLAGS") == .success)
    #expect(settings?.hasSuffix("node\nbuild-variable CC ccache clang\n") == true)
  }

  @Test(arguments: [
    (
      ["set", "jbos", "4"],
      UsageProblem.unknownSetting(
        "jbos", nearest: ["jobs"], known: ConfigListing.keys.map(\.name))
    ),
    (["set", "jobs", "0"], .badValue("0", option: "jobs", expected: .number(1...64))),
    (["set", "jobs", "many"], .badValue("many", option: "jobs", expected: .number(1...64))),
    (["set", "jobs"], .missingArgument("VALUE", command: "config set")),
    (["set", "jobs", "3", "4"], .unexpectedArgument("4", command: "config set")),
    (
      ["set", "install-on-exec", "yes"],
      .badValue("yes", option: "install-on-exec", expected: .oneOf(["on", "off"]))
    ),
    (["set", "registry", "a b.rb"], .badValue("a b.rb", option: "registry", expected: .word)),
    (
      ["set", "system-version", "ruby", "ruby"],
      .badValue("ruby", option: "system-version", expected: .absolutePath)
    ),
    (
      ["set", "build-variable", "PATH=/tmp"],
      .badValue("PATH", option: "build-variable", expected: .oneOf(BuildVariable.names))
    ),
    (
      ["set", "build-variable", "CC"], .missingArgument("VALUE", command: "config set")
    ),
    (["set", "index", "here"], .badAddress(option: "index", .incomplete)),
    (["unset", "jobs", "3"], .unexpectedArgument("3", command: "config unset")),
  ])
  func `an invalid setting is not written`(_ words: [String], _ problem: UsageProblem) throws {
    #expect(throws: Problem.usage(problem)) {
      try ConfigCommand.run(world.session(["config"] + words))
    }
    #expect(settings == nil)
  }

  @Test func `lock takes tool names only with the update option`() async throws {
    try world.folder.appending("Toolfile").replaceContents(with: Array("tool \"ruff\"\n".utf8))
    let problem = UsageProblem.toolWithoutOption(
      "ruff", option: "--update", command: "lock", line: "bootstrap lock --update ruff ninja")
    await #expect(throws: Problem.usage(problem)) {
      try await LockCommand.run(world.session(["lock", "ruff", "ninja"]))
    }
    let ruff = try #require(ToolName("ruff"))
    await #expect(throws: Problem.project(.statement(.unknownTool("ruf", nearest: [ruff])))) {
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
    await #expect(throws: Problem.project(.file(.noManifest(directory: world.folder.string)))) {
      try await check()
    }
    let toolfile = world.folder.appending("Toolfile")
    try toolfile.replaceContents(with: Array("platforms \"linux-x64\"\n".utf8))
    await #expect(throws: Problem.project(.lock(.missing(toolfile: "Toolfile")))) {
      try await check()
    }
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

  @Test func `the counterpart of each foreign word is a command`() throws {
    let names = ChangeProgram.allCommands.flatMap(\.names)
    for (words, lines) in ForeignWord.lines {
      for word in words { #expect(!names.contains(word), "\(word)") }
      for line in lines {
        let call = bootstrapCalls(in: line).first?.first
        let isKnown = call.map(names.contains) ?? false
        #expect(isKnown || line.contains("$(bootstrap root)"), "\(line)")
      }
    }
  }
}
