internal import Commands
internal import Diagnostics
internal import Terminal
internal import TextSearch

/// The reference of all commands in Markdown: the syntax, options, and examples of each command,
/// followed by the common options and the exit codes.
struct CommandsPage {
  private let commands: [CommandSyntax]

  /// Creates the page for these commands.
  init(_ commands: [CommandSyntax]) { self.commands = commands }

  /// The text of the page.
  var text: String {
    var lines = [
      "# Commands", "",
      "Every command with its options and examples, the common options, and the exit codes.", "",
      "`bootstrap help --markdown` prints this page. `bootstrap help COMMAND` prints the part",
      "about a command, and `man bootstrap` shows the manual page that comes with an installation.",
    ]
    var titles: [String] = []
    for title in CommandSyntax.Family.allCases.map(\.title) where !titles.contains(title) {
      titles.append(title)
      lines += ["", "## \(title.prefix(1).uppercased() + title.dropFirst()) commands"]
      for family in CommandSyntax.Family.allCases where family.title == title {
        lines += commands.filter { $0.family == family }.flatMap(Self.section)
      }
    }
    lines += ["", "## Common options", "", "Every command takes these options:", ""]
    lines += Self.table(of: CommandSyntax.commonOptions + Program.overview.options)
    lines += [
      "", "The JSON has a [schema](output.schema.json). It states each location with an absolute",
      "path and a line.", "", "## Exit codes", "", "| exit code | meaning |", "|---|---|",
    ]
    lines += ExitCode.allCases.map { "| \($0.rawValue) | \($0.meaning) |" }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(_ command: CommandSyntax) -> [String] {
    let usage = command.usage.replacing("usage: ", with: "")
    var lines = ["", "### \(command.name)", "", "    \(usage)", ""]
    lines += wrapped(
      ([command.summary] + command.details + command.aliasSentences).joined(separator: " "))
    if !command.options.isEmpty { lines += [""] + table(of: command.options) }
    lines += ["", "| example | meaning |", "|---|---|"]
    return lines + command.examples.map { "| `\(cell($0.command))` | \(cell($0.meaning)) |" }
  }

  private static func table(of options: [CommandSyntax.Option]) -> [String] {
    ["| option | meaning |", "|---|---|"]
      + options.map { option in
        let long = "`\(option.name)\(option.value.map { " \($0)" } ?? "")`"
        let names = (option.short.map { ["`\($0)`"] } ?? []) + [long]
        return "| \(cell(names.joined(separator: ", "))) | \(cell(option.help)) |"
      }
  }

  /// Escapes the bars in the text of a table cell.
  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  /// Wraps text at 100 columns.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= 100 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
