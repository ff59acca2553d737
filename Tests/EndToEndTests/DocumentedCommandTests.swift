import Foundation
import Snapshots
import Testing

/// Tests that each command line of `bootstrap` on a page names a command and options that exist.
@Suite struct DocumentedCommandTests {
  private static let top = URL(fileURLWithPath: "..", relativeTo: Snapshot.fixtures)
  private static let folder = "Sources/bootstrap/bootstrap.docc"

  /// The options of each command and alias, as the page about all commands lists them.
  private struct Reference {
    private var options: [Substring: Set<Substring>] = [:]
    private var common: Set<Substring> = []

    init(_ page: String) {
      var command: Substring?
      for line in page.split(separator: "\n") {
        if line.hasPrefix("### ") {
          command = line.dropFirst(4)
          options[line.dropFirst(4), default: []] = []
        } else if line.hasPrefix("## ") {
          command = nil
        }
        guard line.hasPrefix("| `-") else { continue }
        let words = line.matches(of: /(?:^|[ `|])(--?[a-zA-Z][a-z-]*)/).map { $0.1 }
        if let command {
          options[command]?.formUnion(words)
        } else {
          common.formUnion(words)
        }
      }
      let aliases = page.replacing("\n", with: " ")
        .matches(of: /`bootstrap ([a-z-]+)` means `bootstrap ([a-z-]+)[^`]*`/)
      for alias in aliases {
        options[Substring(String(alias.1))] = options[Substring(String(alias.2))]
      }
    }

    /// Returns what is wrong with the words after `bootstrap`, or `nil`.
    func fault(in words: [Substring]) -> String? {
      // The word after `-C` is a directory.
      let start = words.first == "-C" ? words.dropFirst(2) : words[...]
      guard let name = start.first(where: { !$0.hasPrefix("-") }) else { return nil }
      // A word in capitals stands for any command.
      if name == "help" || name.allSatisfy({ !$0.isLowercase }) { return nil }
      guard let known = options[name] else { return "no command `\(name)`" }
      // What follows `--`, and what `exec` and `x` run, belongs to another program.
      let own = name == "exec" || name == "x" ? [] : words.prefix { $0 != "--" }
      return own.first { word in
        let option = word.prefix { $0 != "=" }
        return word.hasPrefix("-") && word != "-" && !known.contains(option)
          && !common.contains(option)
      }.map { "\(name) has no option \($0)" }
    }
  }

  /// Returns the words of each command line in the code of a page, without its first word.
  private static func commandLines(of page: String) -> [[Substring]] {
    // Two backticks quote messages.
    let code = page.replacing(/``[^`\n]+``/, with: "")
      .matches(of: /(?ms)^```.*?^```|`[^`\n]+`/).map { $0.0 }
    return code.flatMap { code in
      code.matches(of: /(?m)(?:^|[`$(] ?|&& |exec )bootstrap ([^`|#;&<>()"\n]*)/).map {
        $0.1.split(separator: " ").map { word in word.prefix { $0 != "," } }
      }
    }
  }

  @Test func `every command line on a page names a command and options that exist`() throws {
    let folder = Self.top.appending(path: Self.folder)
    let reference = Reference(
      try String(contentsOf: folder.appending(path: "Commands.md"), encoding: .utf8))
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.map { folder.appending(path: $0) }
    var count = 0
    for page in pages + [Self.top.appending(path: "README.md")] {
      let text = try String(contentsOf: page, encoding: .utf8)
      for words in Self.commandLines(of: text) {
        count += 1
        let fault = reference.fault(in: words)
        let line = "bootstrap \(words.joined(separator: " "))"
        #expect(fault == nil, "\(page.lastPathComponent): \(line)")
      }
    }
    #expect(count > 300)
  }
}
