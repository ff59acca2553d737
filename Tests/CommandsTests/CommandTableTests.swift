import Commands
import Filesystem
import Sandboxes
import Terminal
import Testing

/// The command table of `bin/bootstrap`, the only source of its help, parsing, and messages.
@Suite struct CommandTableTests {
  private static let names = MainProgram.commands.map { $0.syntax.name }

  private func syntax(_ name: String) throws -> CommandSyntax {
    try Program.command(name, among: MainProgram.syntaxes)
  }

  @Test func `the table lists every command once`() {
    #expect(
      Self.names.sorted() == [
        "activate", "cache-key", "check", "config", "env", "exec", "install", "list", "prefix",
        "root", "search", "shell", "tree", "version", "versions", "whence", "which", "why", "x",
      ])
  }

  @Test(arguments: names)
  func `help has a summary, the usage, every option and an example`(_ name: String) throws {
    let syntax = try syntax(name)
    let lines = syntax.helpText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].count > 10 && lines[0].hasSuffix("."))
    #expect(
      lines.contains {
        $0 == "usage: bootstrap \(name)" || $0.hasPrefix("usage: bootstrap \(name) ")
      })
    for option in syntax.options + CommandSyntax.commonOptions {
      let shown = lines.filter {
        // A help that would not fit a screen only names the common options.
        $0.contains("  \(option.name) ") || $0.contains(", \(option.name) ")
          || $0.hasPrefix("common options: ") && $0.contains(option.name)
      }
      #expect(shown.count == 1, "\(option.name)")
    }
    let examples = try #require(lines.firstIndex(of: "examples:"))
    #expect(lines[(examples + 1)...].count == syntax.examples.count)
    #expect(!syntax.examples.isEmpty)
    #expect(syntax.family != nil)
  }

  @Test(arguments: names)
  func `a command understands its own examples`(_ name: String) throws {
    for example in try syntax(name).examples {
      let calls = bootstrapCalls(in: example.command)
      #expect(!calls.isEmpty, "\(example.command)")
      let understood = try calls.map { call in
        try Program(
          commandLine: (["bootstrap"] + call).map { Array($0.utf8) }, environment: Environment([:]),
          commands: MainProgram.syntaxes)
      }
      // `bootstrap --version` exists in addition to the command `version`.
      #expect(
        understood.contains { $0.command?.name == name || $0.arguments.has("--\(name)") },
        "\(example.command)")
    }
  }

  @Test func `a shell example is split as a shell would split it`() {
    #expect(bootstrapCalls(in: "bootstrap check || bootstrap install") == [["check"], ["install"]])
    #expect(
      bootstrapCalls(in: "A=/b bootstrap exec -- sh -c 'cmake --version'")
        == [["exec", "--", "sh", "-c", "cmake --version"]])
    #expect(bootstrapCalls(in: "eval \"$(bootstrap activate zsh)\"") == [["activate", "zsh"]])
    #expect(bootstrapCalls(in: "bootstrap activate fish | source") == [["activate", "fish"]])
    #expect(bootstrapCalls(in: "ruff check") == [])
  }
}
