import Sandboxes
import Snapshots
import Testing

/// Tests the output of `history` and `undo` on a terminal.
@Suite(
  .sandbox,
  .enabled(if: BuiltPrograms.has("bootstrap") && TerminalSession.isAvailable("bash"), "no tmux"))
struct HistorySessionTests {
  @Test func `the changes of an afternoon, and the last one undone`() async throws {
    let index = try SampleIndex(in: sandbox)
    for tool in ["greet 1.0", "greet 1.1", "part 2.0"] { try index.publish(tool) }
    try sandbox.write("$HOME/.bashrc", "PS1='\\#> '\n")
    try await TerminalSession.open("bash", in: sandbox, size: (80, 40)) { terminal in
      var text = ""
      for command in [
        "bootstrap install --quiet greet@1.0 part@2.0", "bootstrap install --quiet greet@1.1",
        "bootstrap uninstall greet@1.0", "bootstrap history", "bootstrap history --tool part",
        "bootstrap undo", "bootstrap undo", "bootstrap history", "bootstrap versions",
      ] {
        text += "$ \(command)\n"
        let output = try await terminal.run(command)
        if !output.isEmpty { text += output + "\n" }
      }
      let redacted = text.replacing(/\d{4}-\d\d-\d\dT[\d:]+Z/, with: "<time>")
        .replacing(/\([0-9a-f]{12}\)/, with: "($ID)")
      Snapshot("Terminal/history-session.txt").expect(redacted)
    }
    withExtendedLifetime(index) {}
  }
}
