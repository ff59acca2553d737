import Terminal
import Testing

/// The kinds of arguments that placeholders in help describe.
@Suite struct ArgumentKindTests {
  private static let placeholders: [(String, [ArgumentKind], Bool)] = [
    ("TOOL", [.words(.tools)], false),
    ("[TOOL [VERSION]]", [.words(.tools), .words(.versions)], false),
    ("[TOOL[@VERSION]…]", [.words(.toolVersions)], true),
    ("[--update [TOOL…]]", [.words(.tools)], true),
    ("--shell [bash|zsh|fish]", [.choice(["bash", "zsh", "fish"])], false),
    (
      "check FILE [TOOL[@VERSION]…] | new TOOL github: OWNER/NAME | update",
      [.choice(["check", "new", "update"]), .file], true
    ),
    ("WORD…", [.other], true), ("FILE…", [.file], true), ("[COMMAND]", [.command], false),
  ]

  @Test(arguments: placeholders)
  func `a placeholder describes the kinds of the arguments`(
    _ placeholder: String, _ kinds: [ArgumentKind], _ repeatsLast: Bool
  ) {
    let syntax = CommandSyntax(
      "test", "Tests.",
      arguments: .list(placeholder: placeholder, atLeast: 0, atMost: .max), examples: [])
    #expect(syntax.argumentKinds.kinds == kinds)
    #expect(syntax.argumentKinds.repeatsLast == repeatsLast)
  }

  @Test(arguments: [
    ("COMMAND [ARGUMENT…]", [ArgumentKind.program]),
    ("TOOL[@VERSION] [ARGUMENT…]", [.words(.toolVersions), .file]),
  ])
  func `the command of a command line begins with a program or a tool`(
    _ placeholder: String, _ kinds: [ArgumentKind]
  ) {
    let syntax = CommandSyntax(
      "test", "Tests.", arguments: .command(placeholder: placeholder), examples: [])
    #expect(syntax.argumentKinds.kinds == kinds)
    #expect(syntax.argumentKinds.repeatsLast)
  }

  @Test func `the value of an option has a kind`() {
    #expect(
      CommandSyntax.Option("--with", value: "TOOL[@VERSION]", "").kind == .words(.toolVersions))
    #expect(CommandSyntax.Option("--group", value: "NAME", "").kind == .words(.groups))
    #expect(CommandSyntax.Option("--pypi", value: "NAME", "").kind == .other)
    #expect(
      CommandSyntax.Option("--color", value: "WHEN", "").kind
        == .choice(["auto", "always", "never"]))
    #expect(CommandSyntax.Option("--json", "").kind == nil)
  }
}
