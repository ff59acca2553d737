import Foundation
import Sandboxes
import Snapshots
import Testing

/// The commands that people who know other programs type first, and the page about them.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct FirstCommandTests {
  /// A command of another program, and what bootstrap does for it.
  struct FirstCommand: Sendable, CustomTestStringConvertible {
    /// The command line of the other program.
    let typed: String
    let place: String
    let exitCode: Int32
    /// A part of the output. If the exit code is 64, the advised command.
    let answer: String
    let meaning: String

    /// Parses a line of the list.
    init?(_ line: String) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count == 5, let code = Int32(fields[2]) else { return nil }
      (typed, place, exitCode, answer, meaning) = (fields[0], fields[1], code, fields[3], fields[4])
    }

    var testDescription: String { typed }

    /// The words to run, with `bootstrap` in place of the name of the other program.
    var words: [String] { ["bootstrap"] + typed.split(separator: " ").dropFirst().map(String.init) }

    /// The row of the page: the command of the other program, the command of bootstrap, and what it
    /// does.
    var row: String {
      let line = exitCode == 64 ? answer : words.joined(separator: " ")
      return "| `\(typed)` | `\(line)` | \(meaning) |"
    }
  }

  static let lines: [String] = {
    let file = Snapshot.fixtures.appending(path: "FirstCommands/first-commands.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }()
  static let commands = lines.compactMap(FirstCommand.init)

  @Test func `there are more than forty, from seven programs`() {
    #expect(Self.commands.count == Self.lines.count)
    #expect(Self.commands.count > 40)
    let programs = Set(Self.commands.map { $0.typed.prefix { $0 != " " } })
    #expect(programs == ["mise", "asdf", "brew", "bundle", "rbenv", "npm", "mint"])
  }

  /// Prepares a project whose tools are installed, or an empty directory with installed tools. The
  /// index serves until it is released.
  private func prepare(_ place: String) async throws -> SampleIndex {
    let index = try SampleIndex(in: sandbox)
    for line in ["ruff 0.17.5", "node 22.20.0", "node 24.19.0", "jq 1.7.1"] {
      try index.publish(line)
    }
    if place == "project" {
      try sandbox.write("Toolfile", "source \"pypi\"\ntool \"ruff\", \"~> 0.17.5\"\n")
    }
    let tools = place == "project" ? [] : ["ruff"]
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"] + tools))
    try index.publish("ruff 0.17.6")
    return index
  }

  @Test(arguments: commands)
  func `each runs, or advises one command`(_ command: FirstCommand) async throws {
    let index = try await prepare(command.place)
    defer { withExtendedLifetime(index) {} }
    let outcome = try await sandbox.run(command.words)
    let text = outcome.standardOutput + outcome.standardError
    #expect(outcome.ending == .exit(command.exitCode), "\(text)")
    if command.exitCode == 64 {
      #expect(text.contains("  run       \(command.answer)\n"), "\(text)")
    } else if !command.answer.isEmpty {
      #expect(text.contains(command.answer), "\(text)")
    }
  }

  @Test func `the page lists exactly these commands`() throws {
    let page = Snapshot.fixtures.appending(
      path: "../Sources/bootstrap/bootstrap.docc/Comparison.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    #expect(rows.map(String.init) == Self.commands.map(\.row))
  }
}
