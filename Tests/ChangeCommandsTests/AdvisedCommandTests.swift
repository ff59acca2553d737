import Commands
import Filesystem
import Foundation
import Sandboxes
import Snapshots
import Terminal
import Testing

@testable import ChangeCommands

/// The commands that messages advise, taken from what the transcripts have recorded, and read by
/// the parser that reads them if somebody follows the advice.
@Suite struct AdvisedCommandTests {
  /// A command in the text of a message.
  struct Advice: Hashable, CustomTestStringConvertible {
    let command: String
    /// Whether the text advises to run the command as it stands, and does not only mention it.
    let isComplete: Bool

    var testDescription: String { command }
  }

  /// All commands that the transcripts show, each once.
  static let advices: [Advice] = {
    let folder = Snapshot.fixtures.appendingPathComponent("EndToEnd")
    let entries = FileManager.default.enumerator(atPath: folder.path).map(Array.init) ?? []
    let names = entries.compactMap { $0 as? String }.filter { $0.hasSuffix(".transcript") }
    let found = names.flatMap { name -> [Advice] in
      let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
      return advices(in: String(decoding: data ?? Data(), as: UTF8.self))
    }
    return Set(found).sorted { $0.command < $1.command }
  }()

  /// Returns the commands in the results of a transcript.
  private static func advices(in transcript: String) -> [Advice] {
    var advices: [Advice] = []
    var isResult = false
    var label = ""
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- ") {
        isResult = line == "--- error" || line == "--- output"
        continue
      }
      // In JSON, quotes within strings are escaped; the same advice is recorded as text.
      guard isResult, !line.contains("\"") || !line.hasPrefix("    ") else { continue }
      for span in line.matches(of: #/`((?:[A-Z_]+=\S+ )?bootstrap [^`]+)`/#) {
        advices.append(Advice(command: String(span.1), isComplete: false))
      }
      guard let row = line.wholeMatch(of: #/  ([a-z ]{9}) +(\S.*)/#) else {
        label = ""
        continue
      }
      let name = row.1.trimmingCharacters(in: .whitespaces)
      if !name.isEmpty { label = name }
      let isCommand = row.2.contains(#/^([A-Z_]+=\S+ )?bootstrap /#)
      guard isCommand, ["run", "or", "try", "to create"].contains(label) else { continue }
      let command = label == "run" ? row.2 : row.2.prefix { $0 != "," || row.2.contains("'") }
      advices.append(Advice(command: String(command), isComplete: true))
    }
    return advices
  }

  @Test func `the transcripts show advice`() {
    #expect(Self.advices.count { $0.isComplete } > 60)
  }

  @Test(arguments: advices)
  func `every advised command is one that bootstrap understands`(_ advice: Advice) throws {
    let calls = bootstrapCalls(in: advice.command)
    #expect(!calls.isEmpty)
    for call in calls {
      // A sentence may name a command without its arguments, as in "with `bootstrap exec`".
      let words = call.first == "-C" ? Array(call.dropFirst(2)) : call
      if !advice.isComplete, words.count == 1 {
        #expect(
          ChangeProgram.allCommands.contains { $0.name == words[0] } || words[0] == "--version")
        continue
      }
      let program = try Program(
        commandLine: (["bootstrap"] + call).map { Array($0.utf8) }, environment: Environment([:]),
        commands: ChangeProgram.allCommands)
      if program.command?.name == "help", let name = program.arguments.positionals.first,
        name != "COMMAND"
      {
        #expect(ChangeProgram.allCommands.contains { $0.name == name })
      }
    }
  }

  @Test func `each command either depends on the folder or does not`() {
    let others: Set = [
      "activate", "completions", "config", "global", "help", "history", "prune", "rehash", "root",
      "self-update", "shell", "trash", "undo", "uninstall", "whence",
    ]
    #expect(CommandFolder.commands.isDisjoint(with: others))
    let all = Set(ChangeProgram.allCommands.map(\.name))
    #expect(CommandFolder.commands.union(others) == all)
  }

  /// Text of messages, and the same after `bootstrap -C app …`.
  private static let placed = [
    ("bootstrap install", "bootstrap -C app install"),
    ("run `bootstrap lock`, then", "run `bootstrap -C app lock`, then"),
    ("BOOTSTRAP_TRUST=0 bootstrap trust", "BOOTSTRAP_TRUST=0 bootstrap -C app trust"),
    ("mv a b && bootstrap check", "mv a b && bootstrap -C app check"),
    ("bootstrap add -C app ruff", "bootstrap add -C app ruff"),
    ("bootstrap -C ~/other trust", "bootstrap -C ~/other trust"),
    ("bootstrap setup", "bootstrap -C app setup"),
    ("bootstrap setup --shell", "bootstrap setup --shell"),
    ("bootstrap install --global", "bootstrap install --global"),
    ("bootstrap help lock", "bootstrap help lock"),
    ("another bootstrap install is running", "another bootstrap install is running"),
    ("bootstrap does not support it", "bootstrap does not support it"),
  ]

  @Test(arguments: placed)
  func `advice names the folder of -C`(_ text: String, _ placed: String) {
    #expect(CommandFolder(typed: "app").placing(text) == placed)
  }

  @Test func `a folder is quoted for a shell`() {
    #expect(
      CommandFolder(typed: "my app").placing("bootstrap lock") == "bootstrap -C 'my app' lock")
  }
}
