package import Diagnostics
package import Versions
package import Vocabulary

/// Edits a Toolfile in place: only the bytes of the edited statement change, and everything else
/// stays as its author wrote it.
///
/// The result of every edit is parsed again and compared with what was asked for. An edit that
/// cannot be made without changing anything else throws
/// ``StatementProblem/notEditable(_:line:)`` and leaves ``toolfile`` as it was.
package struct ToolfileEditor: Sendable {
  /// The file with all edits so far.
  package private(set) var toolfile: Toolfile

  /// Creates an editor of a file that has been parsed.
  package init(_ toolfile: Toolfile) { self.toolfile = toolfile }

  // MARK: - Tools

  /// Adds a tool that the file does not declare.
  ///
  /// The line goes after the last tool of its block, and is indented like it. Tools are never
  /// sorted, because their position matters: a `source` statement applies to the tools below it. If
  /// the block has no tools, the line goes at its end.
  ///
  /// - Parameters:
  ///   - tool: The tool to add.
  ///   - group: The group whose block gets the line: the first top-level block for this group
  ///     alone. If there is none, one is added at the end of the file. Pass `nil` for the top level
  ///     of the file.
  ///   - isBeforeSources: Whether the line goes before all `source` statements of the top level,
  ///     so that a definition states the tool's source. Only for the top level of the file.
  package mutating func add(
    _ tool: NewTool, to group: GroupName? = nil, beforeSources isBeforeSources: Bool = false
  ) throws(StatementProblem) {
    try add([tool], to: group, beforeSources: isBeforeSources)
  }

  /// Adds tools that the file does not declare, on consecutive lines.
  private mutating func add(
    _ tools: [NewTool], to group: GroupName?, beforeSources isBeforeSources: Bool
  ) throws(StatementProblem) {
    let style = ToolfileStyle(toolfile)
    let texts = tools.map(style.statement)
    var outline = ToolfileOutline(toolfile.statements)
    let block = group.flatMap { toolfile.block(of: $0) }
    if let group, group != .default, block == nil {
      outline.lines += [.group(group)] + tools.map { .init($0, depth: 1) }
      return try insert(
        ["group :\(group) do"] + texts.map { "  " + $0 } + ["end"], at: toolfile.bytes.count,
        after: toolfile.endsWithBlankLine ? "" : style.newline, style, expecting: outline, texts)
    }
    var statements = block?.block ?? toolfile.statements
    if block == nil, isBeforeSources,
      let source = statements.firstIndex(where: { $0.word == "source" })
    {
      let statement = statements[source]
      statements.removeSubrange(source...)
      if !statements.contains(where: { $0.word == "tool" }) {
        outline.lines.insert(
          contentsOf: tools.map { .init($0, depth: 0) }, at: outline.index(of: statement))
        let offset = toolfile.startOfComments(above: statement.position.offset)
        return try insert(texts + [""], at: offset, style, expecting: outline, texts)
      }
    }
    let last = statements.last { $0.word == "tool" }
    outline.lines.insert(
      contentsOf: tools.map { .init($0, depth: block == nil ? 0 : 1) },
      at: (last ?? block).map(outline.index(after:)) ?? outline.lines.endIndex)
    var indentation = last.map { toolfile.indentation(of: $0.position.offset) } ?? ""
    var offset = last.map { toolfile.endOfLine(from: $0.end) } ?? toolfile.bytes.count
    if let block, last == nil {
      indentation = toolfile.indentation(inside: block)
      offset = toolfile.startOfLine(of: block.end - 1)
    }
    try insert(texts.map { indentation + $0 }, at: offset, style, expecting: outline, texts)
  }

  /// Adds tools of other manifests, whose definitions state their sources if they do not.
  ///
  /// A tool of one group goes into that group's block, if there is one without a source. All others
  /// go before all `source` statements. The file is parsed once for each block, not for each tool.
  package mutating func addImported(_ tools: [NewTool]) throws(StatementProblem) {
    let key = ToolOption.groups.rawValue
    var others: [NewTool] = []
    var toolsOfBlocks: [GroupName: [NewTool]] = [:]
    var hasBlock: [GroupName: Bool] = [:]
    for tool in tools {
      guard let group = Self.onlyGroup(of: tool) else {
        others.append(tool)
        continue
      }
      if hasBlock[group] == nil {
        hasBlock[group] = toolfile.block(of: group).map { !toolfile.hasSource(at: $0) } ?? false
      }
      if hasBlock[group] ?? false {
        let options = tool.options.filter { $0.key != key }
        toolsOfBlocks[group, default: []].append(
          NewTool(tool.name, tool.requirement, options: options))
      } else {
        others.append(tool)
      }
    }
    if !others.isEmpty { try add(others, to: nil, beforeSources: true) }
    for (group, tools) in toolsOfBlocks.sorted(by: { $0.key.text < $1.key.text }) {
      try add(tools, to: group, beforeSources: false)
    }
  }

  /// Returns the group of a tool that is in one group, not the default one, and `nil` otherwise.
  private static func onlyGroup(of tool: NewTool) -> GroupName? {
    let option = tool.options.first { $0.key == ToolOption.groups.rawValue }
    guard case .array(let names)? = option?.value, names.count == 1,
      case .symbol(let text)? = names.first, let group = GroupName(text), group != .default
    else { return nil }
    return group
  }

  /// Removes the statement of a tool, with the comments on its own lines.
  ///
  /// Comments above it stay, because they may also be about the tools below. Only the comment that
  /// states a hold is removed. A block that becomes empty stays, too, because it may say that its
  /// group is optional. Does nothing if the file does not declare the tool.
  package mutating func remove(_ name: ToolName) throws(StatementProblem) {
    try removeComment(ofHoldOn: name)
    guard let statement = toolfile.statement(of: name) else { return }
    var outline = ToolfileOutline(toolfile.statements)
    outline.lines.remove(at: outline.index(of: statement))
    var start = toolfile.startOfLine(of: statement.position.offset)
    let end = toolfile.endOfLine(from: statement.end)
    // If the file did not end with a newline, neither does the result.
    if !toolfile.endsWithNewline, end == toolfile.bytes.count {
      start = toolfile.endOfContent(before: start)
    }
    try replace(
      start..<end, with: "", expecting: outline,
      .notEditable(statement.position.origin(in: toolfile.path), line: nil))
  }

  /// Replaces the requirement of a tool, or adds one. This ends a hold, so the comment that states
  /// it is removed. Does nothing if the file does not declare the tool.
  ///
  /// - Parameter requirement: The new requirement, with at least one clause.
  package mutating func setRequirement(
    of name: ToolName, to requirement: Requirement
  ) throws(StatementProblem) {
    try removeComment(ofHoldOn: name)
    guard let statement = toolfile.statement(of: name), let first = statement.values.first else {
      return
    }
    let keyed = statement.arguments.first { $0.key?.name == "version" }?.value
    // The new strings take the quotes of the old ones, or of the tool's name if there are none.
    let model = keyed.map { $0.list.first ?? $0 } ?? statement.values.dropFirst().first ?? first
    let style = ToolfileStyle(toolfile).quoting(like: model.position.offset, in: toolfile)
    let texts = requirement.texts
    let strings = texts.map { Toolfile.Value.string($0) }
    let problem = StatementProblem.notEditable(
      statement.position.origin(in: toolfile.path),
      line: "tool " + style.list([name.text] + texts))
    var outline = ToolfileOutline(toolfile.statements)
    let index = outline.index(of: statement)
    var arguments = outline.lines[index].arguments
    let range: Range<Int>
    var text = style.list(texts)
    if let key = statement.arguments.firstIndex(where: { $0.key?.name == "version" }) {
      let value = statement.arguments[key].value
      arguments[key] = .init(
        key: "version", value: strings.count == 1 ? strings[0] : .array(strings))
      if strings.count != 1 { text = "[\(text)]" }
      try checkNoComment(between: value.list, problem)
      range = value.position.offset..<value.end
    } else {
      let old = Array(statement.values.dropFirst())
      arguments.replaceSubrange(
        1..<(1 + old.count), with: strings.map { .init(key: nil, value: $0) })
      try checkNoComment(between: old, problem)
      range = (old.first?.position.offset ?? first.end)..<(old.last?.end ?? first.end)
      if old.isEmpty { text = ", " + text }
    }
    outline.lines[index].arguments = arguments
    try replace(range, with: text, expecting: outline, problem)
  }

  // MARK: - Bytes

  /// Inserts whole lines at the start of a line or at the end of the file. If the line before lacks
  /// its ending, so does the last inserted line.
  ///
  /// - Parameter separator: The empty line to insert first, or an empty string.
  mutating func insert(
    _ lines: [String], at offset: Int, after separator: String = "", _ style: ToolfileStyle,
    expecting outline: ToolfileOutline, _ statements: [String]
  ) throws(StatementProblem) {
    var text = lines.joined(separator: style.newline)
    if offset == toolfile.bytes.count, !toolfile.endsWithNewline, !toolfile.isBlank {
      text = style.newline + separator + text
    } else {
      text = separator + text + style.newline
    }
    try replace(
      offset..<offset, with: text, expecting: outline,
      .notEditable(.file(toolfile.path), line: statements.joined(separator: style.newline)))
  }

  func checkNoComment(
    between values: [ToolfileValue], _ problem: StatementProblem
  ) throws(StatementProblem) {
    for (value, next) in zip(values, values.dropFirst())
    where toolfile.bytes[value.end..<next.position.offset].contains(UInt8(ascii: "#")) {
      throw problem
    }
  }

  /// Replaces bytes and parses the result.
  ///
  /// - Throws: `problem` if the result is not a Toolfile with this outline.
  mutating func replace(
    _ range: Range<Int>, with text: String, expecting outline: ToolfileOutline,
    _ problem: StatementProblem
  ) throws(StatementProblem) {
    var bytes = toolfile.bytes
    bytes.replaceSubrange(range, with: Array(text.utf8))
    guard let edited = try? Toolfile(parsing: bytes, path: toolfile.path),
      ToolfileOutline(edited.statements).lines == outline.lines
    else { throw problem }
    toolfile = edited
  }
}

extension ToolfileOutline.Line {
  /// Creates the line that opens the block of a group.
  fileprivate static func group(_ name: GroupName) -> Self {
    Self(
      depth: 0, word: "group", arguments: [.init(key: nil, value: .symbol(name.text))],
      hasBlock: true)
  }
}
