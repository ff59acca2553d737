internal import TextSearch

/// The folder that the option `-C` of the running command names. Commands that messages advise get
/// the same option, so that they can be run as they stand.
package struct CommandFolder: Sendable {
  /// The option as the user typed it, for a shell.
  private let option: String

  /// Creates the folder from the value of the option. `~` stays unquoted, so that a shell expands
  /// it to the home directory.
  package init(typed: String) { option = "-C \(typed == "~" ? typed : shellWord(typed))" }

  /// The commands whose result depends on the folder. Advice with any other command stays as it is.
  package static let commands: Set = [
    "add", "bundle-release", "cache", "cache-key", "check", "doctor", "env", "exec", "hold",
    "import", "info", "init", "install", "list", "local", "lock", "mirror", "outdated", "policy",
    "prefix", "registry", "remove", "search", "setup", "tree", "trust", "update", "use", "verify",
    "version", "versions", "which", "why", "x",
  ]

  /// Returns the text with the option in each command line that it contains: at its start, after a
  /// backtick, a parenthesis, or the blanks that follow a label.
  package func placing(_ text: String) -> String {
    let parts = text.split(separator: "bootstrap ", omittingEmptySubsequences: false)
    var result = String(parts[0])
    for part in parts.dropFirst() {
      let words = part.prefix { $0 != "`" }.split(separator: " ")
      let isPlaced =
        Self.beginsCommand(after: result) && Self.commands.contains(String(words.first ?? ""))
        && !words.contains(where: Self.isFolderOption)
      result += "bootstrap " + (isPlaced ? "\(option) " : "") + part
    }
    return result
  }

  /// Returns whether a command line can begin after the text.
  private static func beginsCommand(after text: String) -> Bool {
    guard let last = text.last else { return true }
    return "`(\n".contains(last) || text.hasSuffix("  ") || text.hasSuffix("&& ")
      || isAssignment(text)
  }

  /// Returns whether the text ends with the assignment of a variable, as in `NAME=value bootstrap`.
  private static func isAssignment(_ text: String) -> Bool {
    guard text.hasSuffix(" ") else { return false }
    let word = text.dropLast().reversed().prefix { $0 != " " && $0 != "`" }
    return word.contains("=")
  }

  private static func isFolderOption(_ word: Substring) -> Bool {
    // `setup --shell` is the same in every folder.
    word.hasPrefix("-C") || word.hasPrefix("--directory") || word == "--global"
      || word == "--shell"
  }
}

extension Message {
  /// Returns the message with the option of `folder` in the commands that it advises. Without a
  /// folder, returns the message as it is.
  func placed(in folder: CommandFolder?) -> Message {
    guard let folder else { return self }
    var result = Message(code, folder.placing(headline))
    for detail in details {
      let values = detail.values.map(folder.placing)
      switch detail.layout {
      case .list: result = result.detail(detail.label, key: detail.key, values)
      case .column: result = result.column(detail.label, key: detail.key, values)
      case .lines: result = result.lines(detail.key, values)
      }
    }
    return result.facts(of: self)
  }
}
