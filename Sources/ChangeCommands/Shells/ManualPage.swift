internal import Commands
internal import Diagnostics
internal import Terminal
internal import TextSearch
internal import Versions

/// The manual page bootstrap(1) in roff, with every command of a table.
struct ManualPage {
  private let commands: [CommandSyntax]

  /// Creates the page of a table of commands.
  init(_ commands: [CommandSyntax]) { self.commands = commands }

  /// The page.
  var text: String {
    var lines = [
      ".TH BOOTSTRAP 1 \(ProgramVersion.date) \"bootstrap \(ProgramVersion.text)\"",
      ".SH NAME", "bootstrap \\- install and pin the command\\-line tools of a project",
      ".SH SYNOPSIS", ".B bootstrap", ".I command", "[options]",
      ".SH DESCRIPTION",
    ]
    lines += Self.paragraph(Self.description.joined(separator: " "))
    var titles: [String] = []
    for title in CommandSyntax.Family.allCases.map(\.title) where !titles.contains(title) {
      titles.append(title)
      lines.append(".SH \(title.uppercased()) COMMANDS")
      for family in CommandSyntax.Family.allCases where family.title == title {
        lines += commands.filter { $0.family == family }.flatMap(Self.section)
      }
    }
    lines += [".SH OPTIONS", "Every command takes these options:"]
    lines += Self.list(CommandSyntax.commonOptions + Program.overview.options)
    lines.append(".SH ENVIRONMENT")
    for variable in EnvironmentVariable.all {
      let meaning = "\(variable.meaning) (default: \(variable.defaultValue))"
      lines += [".TP", ".B \(Self.escaped(variable.name))"] + Self.sentence(meaning)
    }
    lines += [".PP"] + Self.paragraph(Self.otherVariables)
    lines.append(".SH FILES")
    for (name, meaning) in Self.files {
      lines += [".TP", ".I \(Self.escaped(name))"] + Self.paragraph(meaning)
    }
    lines.append(".SH EXIT STATUS")
    for code in ExitCode.allCases {
      lines += [".TP", ".B \(code.rawValue)"] + Self.sentence(code.meaning)
    }
    lines += [".SH SEE ALSO"] + Self.paragraph(Self.relatedPages)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns `text` as a sentence: capitalized, with a period, and without the backticks around
  /// code, which a manual page does not use.
  private static func sentence(_ text: String) -> [String] {
    let plain = text.replacing("`", with: "")
    let isName = text.hasPrefix("`")
    return paragraph((isName ? plain : plain.prefix(1).uppercased() + plain.dropFirst()) + ".")
  }

  private static func section(_ command: CommandSyntax) -> [String] {
    let usage = command.usage.replacing("usage: ", with: "")
    var lines = [".SS \(escaped(command.name))", ".B \(escaped(usage))", ".PP"]
    lines += paragraph(
      ([command.summary] + command.details + command.aliasSentences).joined(separator: " "))
    lines += list(command.options)
    lines += [".PP", command.examples.count == 1 ? "Example:" : "Examples:", ".PP", ".nf", ".RS 4"]
    for example in command.examples {
      lines.append(escaped("\(example.command)  # \(example.meaning)"))
    }
    return lines + [".RE", ".fi"]
  }

  private static func list(_ options: [CommandSyntax.Option]) -> [String] {
    options.flatMap { option in
      let names = [option.short, option.name].compactMap(\.self).joined(separator: ", ")
      return [
        ".TP", ".B \(escaped(names))" + (option.value.map { " \(escaped($0))" } ?? ""),
        escaped(option.help),
      ]
    }
  }

  /// Returns text in lines of at most 78 columns, as roff's authors ask for.
  private static func paragraph(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in escaped(text).split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 78 {
        lines.append(guarded(line))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [guarded(line)]
  }

  /// Returns text that roff prints as it is.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case "\"": result += "\\(dq"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return guarded(result)
  }

  /// Returns a line so that roff takes it for text. A line that begins with a period is a request.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }

  private static let description = [
    "A Toolfile declares the tools that a project needs.",
    "Toolfile.lock records their exact files for every platform.",
    "Shims on PATH run the right version in every directory.",
  ]

  private static let files = [
    ("Toolfile", "The tools of a project, and requirements on their versions."),
    ("Toolfile.lock", "The exact files of each tool, for every platform."),
    (".tool-version", "Exact versions for a directory and everything below it."),
    ("~/.bootstrap", "Everything that is installed, unless BOOTSTRAP_ROOT names another place."),
    ("~/.bootstrap/config", "Settings."),
    ("~/.bootstrap/version", "Versions for directories without their own."),
  ]

  private static let otherVariables =
    "The address of the Python index, credentials, proxies, and certificates come from the "
    + "variables of pip, gh, and curl. The page Settings of the documentation lists them."

  private static let relatedPages = "curl(1), gh(1), git(1), pip(1), rbenv(1)"
}
