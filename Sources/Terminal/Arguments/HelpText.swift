extension CommandSyntax {
  /// The height of a small terminal.
  private static let maximumLineCount = 24

  /// The output of `--help`. It ends with examples and has at most 24 lines. If it would have more,
  /// it only names the common options, without a blank line above them if necessary.
  package var helpText: String {
    let lines = lines(with: ["common options:"] + Self.table(Self.commonOptions))
    if lines.count <= Self.maximumLineCount { return lines.joined(separator: "\n") }
    let names = Self.commonOptions.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
    let line = "common options: " + names.joined(separator: ", ")
    var short = self.lines(with: [line])
    if short.count > Self.maximumLineCount, let index = short.firstIndex(of: line) {
      short.remove(at: index - 1)
    }
    return short.joined(separator: "\n")
  }

  /// Returns the lines of the help with these lines about the common options.
  private func lines(with commonOptions: [String]) -> [String] {
    var lines = [summary] + details + ["", usage + aliasRemark]
    if !options.isEmpty { lines += ["", "options:"] + Self.table(options) }
    lines += [""] + commonOptions
    // As a shell comment, the meaning can be pasted along with the command.
    return lines + ["", "examples:"]
      + Self.table(examples.map { ($0.command, "# \($0.meaning)") })
  }

  /// The line that shows the arguments: `usage: bootstrap which NAME [options]`.
  package var usage: String {
    let start = "usage: bootstrap \(name)"
    return switch arguments {
    case .none: "\(start) [options]"
    case .list(let placeholder, _, _): "\(start) \(placeholder) [options]"
    // Words after the command to run belong to that command.
    case .command(let placeholder): "\(start) [options] \(placeholder)"
    }
  }

  /// The aliases and what they imply, for the end of the line that shows the arguments:
  /// `  (alias: ls-remote, with --available)`.
  private var aliasRemark: String {
    if aliases.isEmpty { return "" }
    let words = aliases.map { alias in
      alias.name
        + (alias.options.isEmpty ? "" : ", with " + alias.options.joined(separator: " "))
    }
    return "  (alias: \(words.joined(separator: "; ")))"
  }

  /// A sentence about each alias, for the manual page and the page about all commands.
  package var aliasSentences: [String] {
    aliases.map { "`bootstrap \($0.name)` means `bootstrap \(meaning(of: $0))`." }
  }

  /// Returns a row for each option: its names and its help.
  package static func table(_ options: [Option]) -> [String] { table(options.map(\.row)) }

  /// Returns rows of two columns, indented by two spaces.
  package static func table(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      let gap = String(repeating: " ", count: width - left.count + 2)
      return "  " + left + gap + right
    }
  }
}

extension CommandSyntax.Option {
  fileprivate var row: (String, String) {
    ((short.map { "\($0), " } ?? "    ") + name + (value.map { " " + $0 } ?? ""), help)
  }
}
