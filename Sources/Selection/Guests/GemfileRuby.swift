internal import Diagnostics
package import Manifests
package import Versions
internal import Vocabulary

/// What the statement `ruby` of a Gemfile asks for.
///
/// Only literals count. Nothing is evaluated, so the meaning of everything else is unknown.
package enum GemfileRuby: Equatable {
  /// A version of Ruby that satisfies the requirement.
  case requirement(Requirement)
  /// The version that another file of the Gemfile's folder states.
  case file(String)
  /// Another implementation, such as `jruby`. The version beside it is that of the language.
  case engine(String)
  case notUnderstood

  /// The options that follow from the version, since Ruby's own interpreter has the same version as
  /// the language.
  private static let impliedOptions: Set = ["engine", "engine_version", "patchlevel"]

  /// Interprets a statement that begins with `ruby`.
  package init(_ statement: RubyCall) {
    var values: [String: String] = [:]
    var isPlain = statement.isPlain
    for option in statement.options {
      values[option.name] = option.names?.first
      if option.names?.count != 1 { isPlain = false }
    }
    let file = values.removeValue(forKey: "file")
    if !isPlain || !Self.impliedOptions.isSuperset(of: values.keys) {
      self = .notUnderstood
    } else if let engine = values["engine"], engine != "ruby" {
      self = .engine(engine)
    } else if let file {
      self = statement.names.isEmpty ? .file(file) : .notUnderstood
    } else if !statement.names.isEmpty,
      let requirement = try? Requirement(parsing: statement.names)
    {
      self = .requirement(requirement)
    } else {
      self = .notUnderstood
    }
  }

  // MARK: Files

  /// Returns whether a line of a Gemfile begins with the word `ruby`. Most Gemfiles without one
  /// are not worth a closer look.
  static func isStated(in text: [UInt8]) -> Bool {
    text.split(separator: UInt8(ascii: "\n")).contains { line in
      let statement = line.drop(while: \.isBlank)
      return statement.starts(with: "ruby".utf8)
        && !(statement.dropFirst(4).first?.isIdentifier ?? false)
    }
  }

  /// Returns the entries of a Gemfile: one for each statement `ruby`. A statement in a block may
  /// not be performed, so it is not understood.
  static func entries(in bytes: [UInt8]) -> [IdiomaticText.Entry] {
    guard isStated(in: bytes),
      let text = try? SourceText(bytes, path: "", limit: ToolVersionText.maximumByteCount),
      let statements = try? RubyStatements(text).statements
    else { return [] }
    var entries: [IdiomaticText.Entry] = []
    var depth = 0
    for statement in statements {
      if statement.closesBlock { depth -= 1 }
      if statement.word == "ruby" {
        let asked = depth > 0 ? .notUnderstood : GemfileRuby(statement)
        entries.append(
          IdiomaticText.Entry(
            tool: "ruby", words: [asked.word ?? statement.text], line: statement.line,
            asked.meaning(of: statement.text)))
      }
      if statement.opensBlock { depth += 1 }
    }
    return entries
  }

  /// The version or requirement as text, or `nil` if the statement has none.
  private var word: String? {
    guard case .requirement(let requirement) = self else { return nil }
    return isWholeVersion ? requirement.clauses[0].version : requirement.description
  }

  /// Whether the statement asks for a version with three numbers, as all of Ruby's have. Such a
  /// version needs no comparison as a requirement.
  private var isWholeVersion: Bool {
    guard case .requirement(let requirement) = self, requirement.isExact else { return false }
    return requirement.clauses[0].version.count { $0 == "." } > 1
  }

  private func meaning(of text: String) -> IdiomaticText.Entry.Meaning {
    switch self {
    case .requirement(let requirement):
      isWholeVersion ? .alternatives : .requirement(requirement)
    case .file(let name): .file(name)
    case .engine(let name): .none(.otherImplementation(name))
    case .notUnderstood: .none(.notUnderstood(text))
    }
  }
}
