extension CommandSyntax {
  /// The output of `--help`. It fits a screen and ends with examples.
  package var helpText: String {
    var lines = [summary, ""]
    lines.append(
      "usage: bootstrap \(name)" + (arguments.placeholder.map { " " + $0 } ?? "")
        + (options.isEmpty ? "" : " [options]"))
    if !details.isEmpty { lines += [""] + details }
    if !options.isEmpty { lines += ["", "options:"] + Self.table(options.map(\.row)) }
    lines += ["", "options of every command:"] + Self.table(Self.commonOptions.map(\.row))
    lines += ["", "examples:"] + Self.table(examples.map { ($0.command, $0.meaning) })
    return lines.joined(separator: "\n")
  }

  /// Returns rows of two columns, indented by two spaces.
  package static func table(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      let gap = String(repeating: " ", count: width - left.count + 2)
      return "  " + left + (right.isEmpty ? "" : gap + right)
    }
  }
}

extension CommandSyntax.Option {
  fileprivate var row: (String, String) {
    ((short.map { "\($0), " } ?? "    ") + name + (value.map { " " + $0 } ?? ""), help)
  }
}
