/// Finds the lines of a file that ask for something, by simple rules about their text.
///
/// The rules do not depend on the readers, so they also find entries that a reader misses.
struct AskingLines {
  /// The line numbers, counted from 1.
  private(set) var numbers: Set<Int> = []
  /// What opened the current block: the header of a table, or the key of a JSON object.
  private var block = ""

  /// Finds the lines. Finds none in a file of an unknown kind.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - text: The text of the file.
  init(_ path: String, _ text: String) {
    let name = String(path.split(separator: "/").last ?? "")
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.split { " \t\r\u{FEFF}".contains($0) }.map(String.init)
      guard let first = words.first, !first.hasPrefix("#"), !first.hasPrefix("//") else { continue }
      if first.hasPrefix("}") || first == ")" { block = "" }
      if asks(name, words, isIndented: line.first == " ") { numbers.insert(index + 1) }
      let isHeading = locks.contains(name) && line.first != " "
      if isHeading || first.hasPrefix("[") || "{(:".contains(line.last ?? " ") {
        block = first.filter { !"[]\":".contains($0) }
      }
    }
  }

  /// The locks of Bundler, whose sections begin with a line that is not indented.
  private let locks: Set = ["Gemfile.lock", "gems.locked"]

  private func asks(_ name: String, _ words: [String], isIndented: Bool) -> Bool {
    let isAssignment = words.count > 2 && words[1] == "="
    switch name {
    case ".tool-versions", ".sdkmanrc", "Mintfile": return true
    case "Brewfile": return ["brew", "cask", "mas", "tap"].contains(words[0])
    case "Gemfile", "gems.rb": return ["gem", "gemspec", "ruby"].contains(words[0])
    case "Gemfile.lock", "gems.locked": return block == "DEPENDENCIES" && isIndented
    case "go.mod": return block == "tool"
    case "mise.toml", ".mise.toml", "mise.local.toml": return block == "tools" && isAssignment
    case "mise.lock", ".mise.lock": return words[0].hasPrefix("[[tools.")
    case ".prototools": return block.isEmpty && isAssignment
    case "pixi.toml":
      return block.hasSuffix("dependencies") && !block.hasPrefix("tasks") && isAssignment
        && !words[0].contains("channel")
    case "package.json":
      return (["engines", "volta"].contains(block) || block.lowercased().hasSuffix("dependencies"))
        && words[0].hasSuffix("\":") && words.count > 1
    case "aqua.yaml", "aqua.yml": return block == "packages" && words[0] == "-"
    default: return false
    }
  }
}
