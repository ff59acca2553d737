internal import Diagnostics
internal import Versions

/// Bundler's manifest: gems, and the version of Ruby.
enum Gemfile {
  /// The words that say where gems come from or when they are needed, which is not about tools.
  private static let ignoredWords: Set = [
    "source", "group", "platform", "platforms", "end", "git_source",
  ]
  /// The options that take a gem from elsewhere than a server of gems.
  private static let sourceOptions: Set = ["git", "github", "gist", "bitbucket", "path", "source"]

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var statements: [ForeignStatement] = []
    /// The groups that each open block adds, outermost first.
    var blocks: [[GroupName]] = []
    for statement in try RubyStatements(text).statements {
      func add(_ content: ForeignStatement.Content) {
        statements.append(ForeignStatement(statement.text, line: statement.line, content))
      }
      if statement.word == "end" {
        _ = blocks.popLast()
        continue
      }
      var groups: [GroupName] = []
      if statement.word == "group" {
        let names = statement.symbols + statement.strings
        groups = names.compactMap { GroupName($0) }
        if !statement.isPlain || !statement.opensBlock || groups.isEmpty
          || groups.count < names.count
        {
          add(.other(.notUnderstood))
        } else if statement.options.contains("optional") {
          add(.other(.optionalGroup(groups[0].text)))
        }
      }
      if statement.opensBlock { blocks.append(groups) }
      if let word = statement.word, ignoredWords.contains(word) { continue }
      add(content(of: statement, in: blocks.flatMap(\.self)))
    }
    return statements
  }

  private static func content(
    of statement: RubyStatements.Call, in groups: [GroupName]
  ) -> ForeignStatement.Content {
    guard statement.isPlain, let name = statement.strings.first else {
      return .other(.notUnderstood)
    }
    switch statement.word {
    case "ruby":
      return tool("ruby", statement.strings, options: statement.options)
    case "gem":
      if let option = statement.options.first(where: sourceOptions.contains) {
        return .other(.noCounterpart("\(option):"))
      }
      let own = statement.groups.compactMap { GroupName($0) }
      // The other options say how a program loads the gem.
      return tool(
        name, Array(statement.strings.dropFirst()),
        options: own.count < statement.groups.count ? ["group:"] : [], groups: groups + own)
    default: return .other(.notUnderstood)
    }
  }

  private static func tool(
    _ name: String, _ requirement: [String], options: [String], groups: [GroupName] = []
  ) -> ForeignStatement.Content {
    guard let parsed = try? Requirement(parsing: requirement) else {
      return .other(.requirement(requirement.joined(separator: ", ")))
    }
    return .tool(
      ForeignTool(
        name, parsed, groups: groups, admitsAliases: false,
        remarks: options.isEmpty ? [] : [.options(options)]))
  }
}
