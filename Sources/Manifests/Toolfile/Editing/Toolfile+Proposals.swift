internal import Diagnostics
package import Versions
package import Vocabulary

// Changes of single statements that a message proposes. Nothing is written.
extension Toolfile {
  /// A copy of the file with one statement changed or added.
  package struct Proposal: Sendable {
    package let toolfile: Toolfile
    /// The statement on a single line, to copy into the file.
    package let line: String
  }

  /// Returns the file with a different requirement for a declared tool.
  ///
  /// The line keeps the other options of the statement.
  package func proposing(_ requirement: Requirement, of name: ToolName) -> Proposal? {
    guard self[name] != nil else { return nil }
    guard let alone = alone(name) else {
      return Proposal(
        toolfile: requiring([name: requirement]), line: NewTool(name, requirement).statement)
    }
    var editor = ToolfileEditor(alone)
    guard (try? editor.setRequirement(of: name, to: requirement)) != nil,
      let line = editor.toolfile.singleLine(of: name)
    else { return nil }
    return Proposal(toolfile: requiring([name: requirement]), line: line)
  }

  /// Returns the file with a tool that it does not declare, below the last tool of the top level.
  package func proposing(_ tool: NewTool) -> Proposal? {
    var editor = ToolfileEditor(self)
    guard (try? editor.add(tool)) != nil, let added = editor.toolfile[tool.name],
      let line = editor.toolfile.singleLine(of: tool.name)
    else { return nil }
    var copy = self
    copy.tools.append(added)
    return Proposal(toolfile: copy, line: line)
  }

  /// Returns the file with a declared tool limited to `platforms`, or `nil` if the statement cannot
  /// be edited.
  package func proposing(_ platforms: [Platform], of name: ToolName) -> Proposal? {
    guard let tool = self[name] else { return nil }
    var editor = ToolfileEditor(alone(name) ?? self)
    if (try? editor.limit(name, to: platforms)) == nil { return nil }
    let line =
      statement(of: name) == nil
      ? NewTool(name, tool.requirement.value, options: [.platforms(platforms)]).statement
      : editor.toolfile.singleLine(of: name)
    guard let line else { return nil }
    var copy = self
    copy.tools = tools.map { $0.name == name ? $0.limited(to: platforms) : $0 }
    return Proposal(toolfile: copy, line: line)
  }

  /// Returns the file with a cooldown that files without a date pass, or `nil` if it has none.
  package func proposingUnknownAge() -> Proposal? {
    guard cooldown != nil, !admitsUnknownAge,
      let statement = statements.first(where: { $0.word == "cooldown" })
    else { return nil }
    var copy = self
    copy.admitsUnknownAge = true
    let text = String(decoding: bytes[statement.position.offset..<statement.end], as: UTF8.self)
    return Proposal(toolfile: copy, line: text + ", unknown: :allow")
  }

  /// Returns a file that contains only the statement of a tool, on a single line and without
  /// comments, which could prevent an edit. Returns `nil` if there is no such statement.
  private func alone(_ tool: ToolName) -> Toolfile? {
    singleLine(of: tool).flatMap { try? Toolfile(parsing: Array($0.utf8), path: path) }
  }

  /// Returns the statement of a tool on a single line, without comments, or `nil` if there is none.
  private func singleLine(of tool: ToolName) -> String? {
    guard let statement = statement(of: tool),
      let text = try? SourceText(
        Array(bytes[statement.position.offset..<statement.end]), path: path,
        limit: Self.maximumByteCount)
    else { return nil }
    var lexer = ToolfileLexer(text)
    lexer.read()
    let tokens = lexer.tokens.filter { $0.position.offset < $0.end }
    var line = ""
    for (index, token) in tokens.enumerated() {
      if index > 0 {
        line += separator(text.bytes, tokens[index - 1], token)
      }
      line += text.string(token.position.offset..<token.end)
    }
    return line
  }

  /// Returns the text to put between two tokens on a single line. Keeps the existing text if the
  /// tokens are on one line already.
  private func separator(
    _ bytes: [UInt8], _ left: ToolfileToken, _ right: ToolfileToken
  ) -> String {
    let gap = bytes[left.end..<right.position.offset]
    if !gap.contains(UInt8(ascii: "\n")) { return String(decoding: gap, as: UTF8.self) }
    if case .opening = left.kind { return "" }
    if case .closing = right.kind { return "" }
    return " "
  }
}

extension ToolfileEditor {
  /// Limits a tool to platforms, in place of those that its statement states. Does nothing if the
  /// file does not declare the tool.
  ///
  /// - Throws: ``StatementProblem/notEditable(_:line:)`` if the statement cannot be edited.
  fileprivate mutating func limit(
    _ name: ToolName, to platforms: [Platform]
  ) throws(StatementProblem) {
    guard let statement = toolfile.statement(of: name), let last = statement.arguments.last else {
      return
    }
    let problem = StatementProblem.notEditable(
      statement.position.origin(in: toolfile.path), line: nil)
    let key = ToolOption.platforms.rawValue
    let names = platforms.map(\.rawValue)
    let argument = ToolfileOutline.Argument(key: key, value: .array(names.map { .string($0) }))
    let list = "[\(ToolfileStyle(toolfile).list(names))]"
    var outline = ToolfileOutline(toolfile.statements)
    let line = outline.index(of: statement)
    if let index = statement.arguments.firstIndex(where: { $0.key?.name == key }) {
      outline.lines[line].arguments[index] = argument
      let value = statement.arguments[index].value
      try replace(value.position.offset..<value.end, with: list, expecting: outline, problem)
    } else {
      outline.lines[line].arguments.append(argument)
      let end = last.value.end
      try replace(end..<end, with: ", \(key): \(list)", expecting: outline, problem)
    }
  }
}

extension Toolfile.Tool {
  fileprivate func limited(to platforms: [Platform]) -> Self {
    Self(
      name: name, origin: origin, requirement: requirement, source: source, package: package,
      executables: executables, groups: groups, platforms: platforms, cooldown: cooldown,
      requiredProvenance: requiredProvenance, options: options)
  }
}
