import Commands
import Diagnostics
import Filesystem
import Terminal
import Testing

/// The parsing of command lines that both programs share.
@Suite struct ProgramTests {
  /// Parses the arguments of a `bootstrap` command.
  private func program(_ words: [String]) throws(Program.UsageError) -> Program {
    try Program(
      commandLine: (["bootstrap"] + words).map { Array($0.utf8) }, environment: Environment([:]),
      commands: MainProgram.syntaxes)
  }

  /// Returns the error that rejects the arguments, or `nil` if they are valid.
  private func rejection(_ words: [String]) -> Program.UsageError? {
    do throws(Program.UsageError) {
      _ = try program(words)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ["-C", "dir", "list", "--json"], ["list", "-C", "dir", "--json"], ["--json", "-Cdir", "list"],
    ["--directory=dir", "--json", "list"], ["list", "--directory", "dir", "--json", "--"],
    ["-C", "list", "list", "--json", "-C", "dir"],
  ])
  func `common options may precede or follow the command name`(_ words: [String]) throws {
    let program = try program(words)
    #expect(program.command?.name == "list")
    #expect(program.arguments.values == ["--directory": "dir"])
    #expect(program.arguments.positionals == [])
    #expect(program.console.isJSON)
  }

  @Test(arguments: [[], ["--version"], ["--json", "--help"], ["-C", "list"]])
  func `arguments without a command name have no command`(_ words: [String]) throws {
    #expect(try program(words).command == nil)
  }

  @Test func `an option value that matches a command name is not the command`() throws {
    let program = try program(["-C", "which", "list"])
    #expect(program.command?.name == "list")
    #expect(program.arguments.values == ["--directory": "which"])
    #expect(Program.commandName(in: [Array("bootstrap".utf8), Array("-C".utf8)]) == nil)
  }

  @Test func `nothing after a double dash is an option`() throws {
    let which = try program(["which", "--", "--json"])
    #expect(which.arguments.positionals == ["--json"])
    #expect(!which.console.isJSON)
    let exec = try program(["exec", "--json", "--", "--help", "--quiet"])
    #expect(exec.arguments.command == [Array("--help".utf8), Array("--quiet".utf8)])
    #expect(exec.console.isJSON)
    #expect(!exec.arguments.has("--help") && exec.console.verbosity == .normal)
  }

  @Test func `arguments after an executed command are passed byte for byte`() throws {
    let words: [[UInt8]] = ["exec", "--quiet", "ruff", "--json", "-C"].map { Array($0.utf8) }
    let program = try Program(
      commandLine: [[]] + words + [[0xFF, 0x2D]], environment: Environment([:]),
      commands: MainProgram.syntaxes)
    let expected: [[UInt8]] = [
      Array("ruff".utf8), Array("--json".utf8), Array("-C".utf8), [0xFF, 0x2D],
    ]
    #expect(program.arguments.command == expected)
    #expect(program.console.verbosity == .quiet && !program.console.isJSON)
    #expect(program.arguments.values == [:])
  }

  private static let rejected: [(String, UsageProblem)] = [
    ("chek -v", .unknownCommand("chek", nearest: ["check"], counterparts: ["bootstrap check -v"])),
    ("lst", .unknownCommand("lst", nearest: ["list", "ls"], counterparts: ["bootstrap list"])),
    (
      "verion ruff",
      .unknownCommand(
        "verion", nearest: ["version", "versions"], counterparts: ["bootstrap version ruff"])
    ),
    ("frobnicate", .unknownCommand("frobnicate", nearest: [])),
    ("list --jsn", .unknownOption("--jsn", command: "list", nearest: ["--json"])),
    ("list --frozen", .unknownOption("--frozen", command: "list", nearest: [])),
    ("--bogus", .unknownOption("--bogus", command: "help", nearest: [])),
    ("list -x", .unknownOption("-x", command: "list", nearest: [])),
    ("which", .missingArgument("NAME", command: "which")),
    ("exec --", .missingArgument("COMMAND [ARGUMENT…]", command: "exec")),
    ("x", .missingArgument("TOOL[@VERSION] [ARGUMENT…]", command: "x")),
    ("which a b", .unexpectedArgument("b", command: "which")),
    ("check ruff", .unexpectedArgument("ruff", command: "check")),
    ("install --jobs", .optionWithoutValue("--jobs", command: "install")),
    ("list -C", .optionWithoutValue("--directory", command: "list")),
    ("list --json=yes", .valueForFlag("--json", command: "list")),
    (
      "list --color pink",
      .badValue("pink", option: "--color", expected: .oneOf(["auto", "always", "never"]))
    ),
  ]

  @Test(arguments: rejected)
  func `each usage error is identified`(_ words: String, _ problem: UsageProblem) {
    #expect(rejection(words.split(separator: " ").map(String.init))?.problem == problem)
  }

  @Test func `a usage error is printed as JSON if requested`() throws {
    #expect(try #require(rejection(["--json", "chek"])).console.isJSON)
    #expect(try #require(rejection(["list", "--jsn", "--json"])).console.isJSON)
    #expect(try !#require(rejection(["chek"])).console.isJSON)
    #expect(try !#require(rejection(["which", "--", "--json", "more"])).console.isJSON)
  }

  @Test func `help for a command does not require its arguments`() throws {
    #expect(try program(["which", "--help"]).arguments.has("--help"))
    #expect(try program(["-h", "exec"]).command?.name == "exec")
  }

  @Test func `quiet overrides verbose`() throws {
    #expect(try program(["list"]).console.verbosity == .normal)
    #expect(try program(["list", "-q"]).console.verbosity == .quiet)
    #expect(try program(["list", "--verbose"]).console.verbosity == .verbose)
    #expect(try program(["-v", "list", "--quiet"]).console.verbosity == .quiet)
  }
}
