internal import Diagnostics
internal import Manifests
internal import Versions
internal import Vocabulary

/// Bundler's lock: the gems that the Gemfile names, and the versions of Ruby and of Bundler that a
/// project uses. Ignores the gems that only other gems need.
///
/// ```
/// DEPENDENCIES
///   fastlane (~> 2.226)
///
/// RUBY VERSION
///    ruby 3.4.1p0
///
/// BUNDLED WITH
///    2.6.2
/// ```
enum GemfileLockManifest: ForeignFormat {
  static let paths: [ForeignPath] = ["gems.locked", "Gemfile.lock"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var statements: [ForeignStatement] = []
    var section = ""
    for line in TextLines(text, comment: nil).lines {
      if !line.isIndented {
        section = line.text
        continue
      }
      let words = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
      func add(_ text: String, _ content: ForeignStatement.Content, gem: String? = nil) {
        statements.append(ForeignStatement(text, line: line.number, content, gem: gem))
      }
      switch section {
      case "RUBY VERSION": add(shown(words), ruby(words))
      case "DEPENDENCIES":
        let name = String(words[0].prefix { $0 != "!" })
        add(ForeignName.isName(name) ? shown(words) : ForeignName.hidden, gem(words), gem: name)
      case "BUNDLED WITH":
        add("\(section) \(ForeignName.shown(words[0]))", tool("bundler", words[0]))
      default: break
      }
    }
    return statements
  }

  /// Returns the words of a line as messages show them.
  private static func shown(_ words: [String]) -> String {
    words.map(ForeignName.shown).joined(separator: " ")
  }

  /// Returns the content of `ruby 3.4.1p0`, or of `ruby 3.1.4p0 (jruby 9.4.3.0)`.
  private static func ruby(_ words: [String]) -> ForeignStatement.Content {
    guard words.count > 1, words[0] == "ruby" else { return .other(.notUnderstood) }
    if words.count > 2 {
      let name = ForeignName.shown(words[2].drop { $0 == "(" })
      return .other(.otherImplementation(name, available: .ruby))
    }
    // The patch level of a version never changes.
    let numbers = words[1].prefix { $0.isNumber || $0 == "." }
    let rest = words[1].dropFirst(numbers.count)
    let isPatchLevel = rest.first == "p" && rest.dropFirst().allSatisfy(\.isNumber)
    return tool("ruby", isPatchLevel ? String(numbers) : words[1])
  }

  /// Returns the content of `fastlane (>= 2.226, < 3)`, `rake`, or `claide!`.
  private static func gem(_ words: [String]) -> ForeignStatement.Content {
    let text = words.joined(separator: " ")
    let name = String(words[0].prefix { $0 != "!" })
    if !ForeignName.isName(name) { return .other(.notAName) }
    // An exclamation mark means that the Gemfile names a source for the gem.
    if text.hasSuffix("!") { return .other(.kept(name, by: .bundler)) }
    let list = text.drop { $0 != "(" }.dropFirst().dropLast()
    guard let requirement = try? Requirement(parsing: list.isEmpty ? [] : [String(list)]) else {
      return .other(.requirement(ForeignName.shown(list)))
    }
    return tool(name, requirement, keeper: .bundler)
  }

  private static func tool(_ name: String, _ version: String) -> ForeignStatement.Content {
    guard let requirement = try? Requirement(parsing: [version]), requirement.isExact else {
      return .other(.requirement(ForeignName.shown(version)))
    }
    return tool(name, requirement, keeper: nil)
  }

  private static func tool(
    _ name: String, _ requirement: Requirement, keeper: PackageKeeper?
  ) -> ForeignStatement.Content {
    var tool = ForeignTool(
      name, .requirement(requirement), admitsAliases: false, keeper: keeper)
    tool.isLocked = true
    return .tool(tool)
  }
}
