internal import TextSearch
internal import Versions
internal import Vocabulary

// Lines that are no statements of a Toolfile, such as those of other manifests.
extension ToolfileCorrection {
  /// The words with which other manifests declare a tool.
  private static let foreignWords: Set = ["brew", "cask", "gem"]
  /// Words of Ruby and of a Gemfile before a string that is no requirement, though it may read like
  /// one. They are not the names of tools.
  private static let otherWords: Set = [
    "alias", "and", "break", "do", "end", "ends", "ensure", "eval_gemfile", "exit", "extend",
    "false", "gemspec", "git_source", "import", "include", "load", "loop", "mas", "next", "nil",
    "not", "or", "p", "print", "puts", "raise", "redo", "require", "require_relative", "retry",
    "return", "self", "super", "tap", "then", "true", "undef", "version", "vscode",
    "whalebrew", "yield",
  ]
  /// Keywords in singular or plural where Toolfiles have the other, and the right ones.
  private static let misnumbered = [
    "platform": "platforms", "sources": "source", "registries": "registry", "groups": "group",
    "hosts": "host", "hooks": "hook", "requires_system": "require_system",
    "require_bootstrap": "requires_bootstrap", "requires_provenance": "require_provenance",
    "attestation_roots": "attestation_root",
  ]

  /// Returns the correction of a statement that begins with the word of another manifest, as
  /// `gem "fastlane"` does, or `nil` if the word is none.
  ///
  /// - Parameters:
  ///   - word: The token of the word.
  ///   - rest: The tokens after it.
  static func statement(
    _ word: ToolfileToken, followedBy rest: ArraySlice<ToolfileToken>, in text: SourceText
  ) -> ToolfileCorrection? {
    guard case .word(let name) = word.kind else { return nil }
    let line = word.position.line
    // In `ruff = "0.14"`, the sign is no part of the line to write.
    let sign = rest.first?.kind == .foreign("=") ? rest.first : nil
    let rest = sign == nil ? rest : rest.dropFirst()
    guard case .string(let first)? = rest.first?.kind else { return nil }
    let own = word.position.offset..<(sign ?? word).end
    if let known = misnumbered[name] { return .init(own, known, line: line) }
    if name == "tools" { return tools(word, rest, in: text) }
    guard foreignWords.contains(name) else {
      guard !otherWords.contains(name), ToolName(name) != nil,
        Requirement(translating: first) != nil
      else { return nil }
      if name == "ruby", let string = rest.first, first.split(separator: ".").count < 3,
        let releases = Requirement(beginningWith: first)
      {
        return .init(
          own.lowerBound..<string.end, "tool \"ruby\", \"\(releases)\"", line: line)
      }
      return .init(own, "tool \"\(name)\",", line: line)
    }
    return foreignStatement(word, rest, in: text)
  }

  /// Returns the correction of a statement of another manifest, such as `gem "rails"`. Its options
  /// mean nothing in a Toolfile.
  private static func foreignStatement(
    _ word: ToolfileToken, _ rest: ArraySlice<ToolfileToken>, in text: SourceText
  ) -> ToolfileCorrection? {
    let line = word.position.line
    var end = word.end
    var values: [String] = []
    for token in rest where token.position.line == line {
      if case .string = token.kind {
        values.append(text.string(token.position.offset..<token.end))
      } else if token.kind != .comma {
        break
      }
    }
    for token in rest.prefix(while: { $0.kind != .endOfLine && $0.kind != .endOfFile })
    where token.position.line == line {
      end = token.end
    }
    // A gem without a definition needs the option. With a definition, the option does no harm.
    if word.kind == .word("gem"), case .string(let gem)? = rest.first?.kind,
      let tool = ToolName(gem.lowercased())
    {
      values[0] = "\"\(tool)\""
      values.append("gem: \"\(gem)\"")
    }
    return .init(
      word.position.offset..<end, "tool " + values.joined(separator: ", "), line: line)
  }

  /// Returns the correction of a line that names a tool without `tool`, and perhaps without quotes:
  /// `ruff`, `"ruff", "~> 0.14"`, `ruff ~> 0.14`, `ruff@0.14`, or `ruff: 0.14`. `nil` if the line
  /// is something else.
  ///
  /// - Parameter start: The first token of the line.
  static func bareTool(_ start: ToolfileToken, in text: SourceText) -> ToolfileCorrection? {
    let offset = start.position.offset
    let written = text.string(offset..<text.line(from: offset).upperBound).prefix { $0 != "#" }
    let plain = written.filter { $0 != "\"" && $0 != "'" }
    let name = plain.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    guard ToolName(name) != nil, !otherWords.contains(String(name)) else { return nil }
    let rest = plain[name.endIndex...].drop { $0.isWhitespace || "=:@,".contains($0) }
    var values = [String(name)]
    if !rest.isEmpty {
      guard let requirement = Requirement(approximating: String(rest)) else { return nil }
      values += requirement.texts
    }
    var end = written.endIndex
    while end > written.startIndex, written[written.index(before: end)].isWhitespace {
      end = written.index(before: end)
    }
    let line = values.map { "\"\($0)\"" }.joined(separator: ", ")
    return .init(
      offset..<(offset + written[..<end].utf8.count), "tool \(line)", line: start.position.line)
  }

  /// Returns the correction of a line with the word `tools`: a statement for each tool.
  private static func tools(
    _ word: ToolfileToken, _ rest: ArraySlice<ToolfileToken>, in text: SourceText
  ) -> ToolfileCorrection {
    let line = word.position.line
    let one = ToolfileCorrection(word.position.offset..<word.end, "tool", line: line)
    let list = rest.prefix { $0.kind != .endOfLine && $0.kind != .endOfFile }
    var names: [String] = []
    for token in list {
      switch token.kind {
      case .string(let name):
        if (try? Requirement(parsing: [name])) != nil { return one }
        names.append("tool " + text.string(token.position.offset..<token.end))
      case .comma: break
      default: return one
      }
    }
    let end = list.last?.end ?? word.end
    return .init(word.position.offset..<end, names.joined(separator: "\n"), line: line)
  }
}
