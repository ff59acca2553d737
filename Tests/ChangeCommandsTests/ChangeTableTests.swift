import Commands
import Diagnostics
import Filesystem
import Sandboxes
import Terminal
import Testing

@testable import ChangeCommands

/// The command tables of both programs, compared with each other.
@Suite struct ChangeTableTests {
  private static let all = ChangeProgram.allCommands.map(\.name)

  @Test func `the tables list every command once`() {
    #expect(
      Self.all.sorted() == [
        "activate", "add", "bundle-release", "cache", "cache-key", "check", "completions", "config",
        "doctor", "env", "exec", "global", "help", "history", "hold", "import", "info", "init",
        "install", "list", "local", "lock", "mirror", "outdated", "policy", "prefix", "prune",
        "registry", "rehash", "remove", "root", "search", "self-update", "setup", "shell", "trash",
        "tree", "trust", "undo", "uninstall", "update", "use", "verify", "version", "versions",
        "whence", "which", "why", "x",
      ])
    #expect(Set(Self.all).isSuperset(of: MainProgram.commands.map { $0.syntax.name }))
  }

  @Test func `every command handed over can be run`() {
    let inBoth: Set = ["install", "check", "config", "list", "whence", "versions", "why", "x"]
    let handedOver = Set(Self.all).subtracting(
      MainProgram.commands.map { $0.syntax.name }.filter { !inBoth.contains($0) })
    #expect(handedOver == Set(ChangeProgram.commands.map { $0.syntax.name }))
  }

  @Test func `a command in both programs has the same help`() {
    for command in MainProgram.commands {
      for other in ChangeProgram.commands where other.syntax.name == command.syntax.name {
        #expect(other.syntax.helpText == command.syntax.helpText)
      }
    }
  }

  @Test func `each word means one command`() {
    let words = ChangeProgram.allCommands.flatMap(\.names)
    #expect(words.count == Set(words).count)
    #expect(words.count > Self.all.count)
  }

  @Test(arguments: [
    ("ls", "list", [String]()), ("ls-remote", "versions", ["--available"]),
    ("upgrade", "update", []), ("sync", "install", []), ("current", "version", []),
    ("status", "check", ["--verbose"]),
  ])
  func `an alias is its command with the flags that it implies`(
    _ word: String, _ name: String, _ flags: [String]
  ) throws {
    let program = try Program(
      commandLine: ["bootstrap", "-C", "..", word, "--quiet"].map { Array($0.utf8) },
      environment: Environment([:]), commands: ChangeProgram.allCommands)
    #expect(program.command?.name == name)
    #expect(program.arguments.flags == flags + ["--quiet"])
    #expect(program.arguments.values["--directory"] == "..")
  }

  @Test func `help for an alias is that of its command, and names the alias`() throws {
    let command = try Program.command("ls-remote", among: ChangeProgram.allCommands)
    #expect(
      command.helpText.contains(
        "\nusage: bootstrap versions [TOOL] [options]  (alias: ls-remote, with --available)\n"))
  }

  @Test(arguments: all)
  func `help has a summary and examples that the command understands`(_ name: String) throws {
    let commands = ChangeProgram.allCommands
    let syntax = try Program.command(name, among: commands)
    #expect(syntax.summary.count > 10 && syntax.summary.hasSuffix("."))
    #expect(syntax.helpText.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    #expect(!syntax.examples.isEmpty)
    for example in syntax.examples {
      let understood = try bootstrapCalls(in: example.command).map { call in
        try Program(
          commandLine: (["bootstrap"] + call).map { Array($0.utf8) }, environment: Environment([:]),
          commands: commands)
      }
      #expect(
        understood.contains { $0.command?.name == name || $0.arguments.has("--\(name)") },
        "\(example.command)")
    }
  }

  /// The first words of the rows that the overview lists under each title.
  private var listed: [String: [String]] {
    var listed: [String: [String]] = [:]
    var title = ""
    for line in HelpCommand.overview.split(separator: "\n") {
      if line.hasSuffix(":") {
        title = String(line.dropLast())
      } else if line.hasPrefix("  "), let name = line.split(separator: " ").first {
        listed[title, default: []].append(String(name))
      }
    }
    return listed
  }

  @Test func `the overview has every command once, in its family, and not itself`() {
    let titles = CommandSyntax.Family.allCases.map(\.title)
    let names = Set(titles).flatMap { listed[$0] ?? [] }
    #expect(names.sorted() == Self.all.filter { $0 != "help" }.sorted())
    for command in ChangeProgram.allCommands {
      guard let family = command.family else { continue }
      #expect(listed[family.title]?.contains(command.name) == true)
    }
    let options = CommandSyntax.commonOptions.map { $0.short.map { "\($0)," } ?? $0.name }
    #expect(listed["common options"] == options + ["-V,"])
    #expect(listed["limits"] == ["size", "speed", "silence"])
    #expect(listed["aliases"] == ChangeProgram.allCommands.flatMap { $0.aliases.map(\.name) })
    #expect(Set(listed.keys) == Set(titles + ["aliases", "common options", "limits"]))
  }

  @Test func `project commands that change files come before check`() throws {
    let project = try #require(listed["project"])
    let check = try #require(project.firstIndex(of: "check"))
    #expect(
      project[..<check].sorted() == [
        "add", "hold", "init", "install", "lock", "outdated", "remove", "trust", "update",
      ])
  }
}
