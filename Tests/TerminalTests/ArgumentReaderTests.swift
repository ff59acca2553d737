import Diagnostics
import Terminal
import Testing

@Suite struct ArgumentReaderTests {
  private static let install = CommandSyntax(
    "install", "Installs", arguments: .list(placeholder: "TOOL[@VERSION]", atLeast: 0, atMost: 2),
    options: [
      .init("--frozen", "refuse"), .init("--jobs", short: "-j", value: "N", "at once"),
      .init("--with", value: "GROUPS", "also", isRepeatable: true),
    ], examples: [.init("bootstrap install", "all")])
  private static let exec = CommandSyntax(
    "exec", "Runs", arguments: .command(placeholder: "COMMAND [ARGUMENT…]"),
    options: [.init("--offline", "no network")], examples: [.init("bootstrap exec ruff", "runs it")]
  )
  private static let which = CommandSyntax(
    "which", "Shows", arguments: .list(placeholder: "NAME", atLeast: 1, atMost: 1),
    examples: [.init("bootstrap which ruff", "its path")])

  private static func read(
    _ words: String, _ syntax: CommandSyntax
  ) throws(UsageProblem) -> ParsedArguments {
    try ArgumentReader.read(words.split(separator: " ").map { Array($0.utf8) }, syntax: syntax)
  }

  @Test(
    arguments: [
      ("", [], [:], []),
      ("--frozen ruff", ["--frozen"], [:], ["ruff"]),
      ("ruff@1 --frozen ninja", ["--frozen"], [:], ["ruff@1", "ninja"]),
      ("-j 4", [], ["--jobs": "4"], []), ("-j4", [], ["--jobs": "4"], []),
      ("--jobs=4", [], ["--jobs": "4"], []), ("--jobs 4", [], ["--jobs": "4"], []),
      ("--jobs=", [], ["--jobs": ""], []),
      ("-C dir -q", ["--quiet"], ["--directory": "dir"], []),
      ("-- --frozen", [], [:], ["--frozen"]), ("-", [], [:], ["-"]),
      ("--jobs -- --", [], ["--jobs": "--"], []),
    ] as [(String, Set<String>, [String: String], [String])])
  func `flags, values, and positional arguments are distinguished`(
    words: String, flags: Set<String>, values: [String: String], positionals: [String]
  ) throws {
    let parsed = try Self.read(words, Self.install)
    #expect(Set(parsed.flags) == flags)
    #expect(parsed.values == values)
    #expect(parsed.positionals == positionals)
  }

  @Test func `an option may have several values`() throws {
    let parsed = try Self.read("--with a ruff --with=b", Self.install)
    #expect(parsed.values(of: "--with") == ["a", "b"])
    #expect(parsed.values(of: "--directory") == [])
  }

  @Test(
    arguments: [
      ("ruff --offline -C x", [], "ruff --offline -C x"),
      ("--offline ruff", ["--offline"], "ruff"),
      ("-- ruff", [], "ruff"), ("-- -x", [], "-x"), ("ruff --", [], "ruff --"),
      ("ruff --help", [], "ruff --help"),
    ] as [(String, Set<String>, String)])
  func `arguments after a command are passed through unparsed`(
    words: String, flags: Set<String>, command: String
  ) throws {
    let parsed = try Self.read(words, Self.exec)
    #expect(Set(parsed.flags) == flags)
    #expect(parsed.command == command.split(separator: " ").map { Array($0.utf8) })
  }

  @Test func `arguments that are not UTF-8 reach the command unchanged`() throws {
    let parsed = try ArgumentReader.read([Array("ruff".utf8), [0xFF]], syntax: Self.exec)
    #expect(parsed.command == [Array("ruff".utf8), [0xFF]])
  }

  @Test(
    arguments: [
      ("--frozn", install, .unknownOption("--frozn", command: "install", nearest: ["--frozen"])),
      ("--frozen=yes", install, .valueForFlag("--frozen", command: "install")),
      ("--jobs", install, .optionWithoutValue("--jobs", command: "install")),
      ("--jobs 4 -j5", install, .repeatedOption("--jobs", command: "install")),
      ("-C", which, .optionWithoutValue("--directory", command: "which")),
      ("a b c", install, .unexpectedArgument("c", command: "install")),
      ("", which, .missingArgument("NAME", command: "which")),
      ("", exec, .missingArgument("COMMAND [ARGUMENT…]", command: "exec")),
      ("--", exec, .missingArgument("COMMAND [ARGUMENT…]", command: "exec")),
      ("-x ruff", exec, .unknownOption("-x", command: "exec", nearest: [])),
    ] as [(String, CommandSyntax, UsageProblem)])
  func `each fault is reported by name`(words: String, syntax: CommandSyntax, problem: UsageProblem)
  {
    #expect(throws: problem) { try Self.read(words, syntax) }
  }

  @Test func `help works even if arguments are missing`() throws {
    #expect(try Self.read("--help", Self.which).has("--help"))
    #expect(try Self.read("-h", Self.exec).has("--help"))
  }
}
