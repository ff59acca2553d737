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
    try RubyStatements(text).statements.compactMap { statement in
      if let word = statement.word, ignoredWords.contains(word) { return nil }
      return ForeignStatement(statement.text, line: statement.line, content(of: statement))
    }
  }

  private static func content(
    of statement: RubyStatements.Call
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
      // The other options say how a program loads the gem.
      return tool(name, Array(statement.strings.dropFirst()), options: [])
    default: return .other(.notUnderstood)
    }
  }

  private static func tool(
    _ name: String, _ requirement: [String], options: [String]
  ) -> ForeignStatement.Content {
    guard let parsed = try? Requirement(parsing: requirement) else {
      return .other(.requirement(requirement.joined(separator: ", ")))
    }
    return .tool(
      ForeignTool(
        name, parsed, admitsAliases: false, remarks: options.isEmpty ? [] : [.options(options)]))
  }
}
