internal import Diagnostics
internal import Manifests
internal import Selection
internal import Versions
internal import Vocabulary

/// Bundler's manifest: gems, and the version of Ruby.
enum Gemfile: ForeignFormat {
  static let paths: [ForeignPath] = ["gems.rb", "Gemfile"]
  static let followsNestedIncludes = true
  static let mayNamePlugins = true

  /// What an open block means for the gems in it.
  private enum Block {
    case groups([GroupName])
    /// The gems come from elsewhere, or are for some machines only, as this word says.
    case other(String)
    /// The gems depend on this condition. `checkedPath` is the path of a file if the condition only
    /// checks that it exists, and `nil` otherwise.
    case condition(String, checkedPath: String?)
    /// The statements are not about gems.
    case function
    case unknown
  }

  /// The combined effect of all open blocks on the gems in them. Each block adds to the effect of
  /// its enclosing blocks, so a statement only needs the innermost one.
  private struct Surroundings {
    /// The groups of the gems, at most ``maximumGroupCount``.
    private(set) var groups: [GroupName] = []
    /// The word of the outermost block whose gems have no counterpart, or `nil` if there is no such
    /// block.
    private(set) var word: String?
    /// The condition of the outermost conditional block, or `nil` if there is none.
    private(set) var condition: String?
    /// Whether the innermost block has this condition.
    private var hasOwnCondition = false
    /// The path of the file that must exist, or `nil` if the gems depend on something else.
    private(set) var checkedPath: String?
    private(set) var isFunction = false

    /// The maximum number of groups. Nested blocks without an end could name any number of groups.
    private static let maximumGroupCount = 64

    /// Returns the combined effect after `block` opens inside the open blocks.
    func entering(_ block: Block) -> Surroundings {
      var inner = self
      inner.hasOwnCondition = false
      switch block {
      case .groups(let names):
        let new = names.prefix(Self.maximumGroupCount).filter { !groups.contains($0) }
        inner.groups += new.prefix(Self.maximumGroupCount - groups.count)
      case .other(let word): inner.word = self.word ?? word
      case .condition(let text, let checkedPath):
        inner.condition = condition ?? text
        inner.hasOwnCondition = condition == nil
        inner.checkedPath = condition == nil ? checkedPath : nil
      case .function: inner.isFunction = true
      case .unknown: break
      }
      return inner
    }

    /// Returns the effect of another branch of the innermost block, which `statement` begins.
    func ofBranch(_ statement: RubyCall) -> Surroundings {
      var other = self
      other.checkedPath = nil
      if hasOwnCondition { other.condition = statement.condition(ofBranchAfter: condition) }
      return other
    }
  }

  /// The words of blocks whose gems have no counterpart.
  private static let blockWords: Set = [
    "git", "github", "path", "source", "platform", "platforms", "install_if",
  ]
  /// The options that take a gem from somewhere other than a gem server, or only on some machines.
  private static let options: Set = [
    "git", "github", "gist", "bitbucket", "path", "source", "platform", "platforms", "install_if",
  ]

  /// The words of statements that only Bundler understands. These statements only list gems, so
  /// leaving them out omits no tool.
  private static let bundlerWords: Set = ["gemspec", "plugin"]
  /// The words of entries, and of the blocks around them.
  private static let words = bundlerWords.union(["eval_gemfile", "gem", "group", "ruby"])

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    var statements: [ForeignStatement] = []
    /// The combined effect of each open block and its enclosing blocks, outermost first.
    var blocks: [Surroundings] = []
    for statement in try RubyStatements(text).statements {
      func add(_ content: ForeignStatement.Content) {
        statements.append(
          ForeignStatement(
            statement.foreignOutline(knowing: words, admittingTitles: false), line: statement.line,
            content, gem: statement.word == "gem" ? statement.names.first : nil))
      }
      if statement.closesBlock { _ = blocks.popLast() }
      let surroundings = blocks.last ?? Surroundings()
      if surroundings.isFunction {
        if statement.opensBlock { blocks.append(surroundings) }
        continue
      }
      var block =
        statement.condition.map { .condition($0, checkedPath: statement.checkedPath) }
        ?? Block.unknown
      if statement.beginsBranch, let innermost = blocks.popLast() {
        blocks.append(innermost.ofBranch(statement))
      }
      if statement.beginsBranch || statement.assignsPath { continue }
      switch statement.word {
      case "end" where statement.text == "end": break
      case nil where statement.text == "}": break
      case "group":
        let (groups, reason) = groups(of: statement)
        block = .groups(groups)
        if let reason { add(reason == .notUnderstood ? .other(reason) : .part(reason)) }
      case "git_source": block = .function
      case let word? where blockWords.contains(word) && statement.opensBlock: block = .other(word)
      case "source": break
      // What is in the block names the condition. `if x && gem("y")` also names a gem.
      case _ where statement.condition != nil && statement.furtherWords.isDisjoint(with: words):
        break
      default: add(content(of: statement, in: surroundings))
      }
      if statement.opensBlock { blocks.append(surroundings.entering(block)) }
    }
    return statements
  }

  /// Returns the groups that a statement `group` names, and the reason that a part of it is left
  /// out, or `nil` if none is.
  private static func groups(
    of statement: RubyCall
  ) -> (groups: [GroupName], reason: ImportRemark.Reason?) {
    guard statement.isPlain, statement.opensBlock, !statement.names.isEmpty else {
      return ([], .notUnderstood)
    }
    let groups = statement.names.compactMap { GroupName($0) }
    let others = statement.names.filter { GroupName($0) == nil }
    if !others.isEmpty { return (groups, .groupNames(others)) }
    let isOptional = statement.options.contains { $0.name == "optional" }
    return (groups, isOptional ? .optionalGroup(groups[0].text) : nil)
  }

  private static func content(
    of statement: RubyCall, in surroundings: Surroundings
  ) -> ForeignStatement.Content {
    if ["ruby", "gem"].contains(statement.word) {
      let own = statement.isPlain ? surroundings.condition : statement.modifier
      if let own { return .other(.condition(surroundings.condition ?? own)) }
    }
    if statement.word == "ruby" { return ruby(statement) }
    if statement.word == "eval_gemfile" { return include(statement, in: surroundings) }
    if let word = statement.word, bundlerWords.contains(word), !statement.closesBlock {
      let name = word == "plugin" && statement.isPlain ? statement.names.first ?? word : word
      return .other(.kept(ForeignName.shown(name), by: .bundler))
    }
    guard statement.isPlain, !statement.closesBlock, let name = statement.names.first else {
      return .other(.notUnderstood)
    }
    if !ForeignName.isName(name) { return .other(.notAName) }
    switch statement.word {
    case "gem":
      let option = statement.options.first { options.contains($0.name) }
      let word = option.map { "\($0.name):" } ?? surroundings.word
      // The other options say how a program loads the gem.
      let lists = statement.options.filter { ["group", "groups"].contains($0.name) }
      let groups = lists.flatMap { $0.names ?? [] }.compactMap { GroupName($0) }
      let unknown = lists.filter { list in
        list.names.map { $0.contains { GroupName($0) == nil } } ?? true
      }
      return tool(
        name, Array(statement.names.dropFirst()), otherOrigin: word,
        options: unknown.map { "\($0.name):" },
        groups: surroundings.groups + groups)
    default: return .other(.notUnderstood)
    }
  }

  /// Returns the content of `eval_gemfile`, which includes another file.
  private static func include(
    _ statement: RubyCall, in surroundings: Surroundings
  ) -> ForeignStatement.Content {
    func unread(_ reason: ImportRemark.Reason) -> ForeignStatement.Content {
      .unreadInclude(ForeignName.shown(statement.path ?? "eval_gemfile"), reason)
    }
    if let condition = surroundings.condition,
      surroundings.checkedPath == nil || surroundings.checkedPath != statement.path
    {
      return unread(.condition(condition))
    }
    if let word = surroundings.word { return unread(.noCounterpart(word)) }
    guard let path = statement.path.flatMap(ForeignPath.init), !path.isPattern else {
      return unread(.noCounterpart("eval_gemfile"))
    }
    return .include([path], groups: surroundings.groups)
  }

  static func mayInclude(fileNamed name: String) -> Bool {
    name.hasPrefix("Gemfile") || name.hasSuffix(".gemfile") || name.hasSuffix(".rb")
      || name == "Pluginfile"
  }

  private static func ruby(_ statement: RubyCall) -> ForeignStatement.Content {
    switch GemfileRuby(statement) {
    case .requirement(let requirement):
      .tool(ForeignTool("ruby", .requirement(requirement), admitsAliases: false))
    case .file(let name): .file(name, tool: "ruby")
    case .engine(let name): .other(.otherImplementation(ForeignName.shown(name), available: .ruby))
    case .notUnderstood: .other(.notUnderstood)
    }
  }

  private static func tool(
    _ name: String, _ requirement: [String], otherOrigin: String?, options: [String],
    groups: [GroupName]
  ) -> ForeignStatement.Content {
    guard let parsed = try? Requirement(parsing: requirement) else {
      return .other(.requirement(requirement.map(ForeignName.shown).joined(separator: ", ")))
    }
    return .tool(
      ForeignTool(
        name, .requirement(parsed), groups: groups, admitsAliases: false, keeper: .bundler,
        otherOrigin: otherOrigin, remarks: options.isEmpty ? [] : [.options(options)]))
  }
}
