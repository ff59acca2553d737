internal import Diagnostics
package import Versions

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
  /// The line keeps the other options of the statement, unless the file has no such statement yet,
  /// or one that cannot be edited.
  package func proposing(_ requirement: Requirement, of name: ToolName) -> Proposal? {
    guard self[name] != nil else { return nil }
    var editor = ToolfileEditor(self)
    let isEdited = (try? editor.setRequirement(of: name, to: requirement)) != nil
    return Proposal(
      toolfile: requiring([name: requirement]),
      line: (isEdited ? editor.toolfile.singleLine(of: name) : nil)
        ?? NewTool(name, requirement).statement)
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

  /// Returns the file with a declared tool limited to `platforms`, or `nil` if the statement states
  /// platforms already or cannot be edited.
  package func proposing(_ platforms: [Platform], of name: ToolName) -> Proposal? {
    var editor = ToolfileEditor(self)
    guard let tool = self[name], (try? editor.limit(name, to: platforms)) != nil else {
      return nil
    }
    let option = MapEntry(
      key: ToolOption.platforms.rawValue, value: .array(platforms.map { .string($0.rawValue) }))
    let line =
      statement(of: name) == nil
      ? NewTool(name, tool.requirement.value, options: [option]).statement
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

  /// Returns the statement of a tool on a single line, or `nil` if there is none or it contains
  /// comments.
  private func singleLine(of tool: ToolName) -> String? {
    guard let lines = text(of: tool)?.split(whereSeparator: \.isNewline) else { return nil }
    if lines.count > 1, lines.contains(where: { $0.contains("#") }) { return nil }
    return lines.map { line in
      String(line.drop { $0 == " " || $0 == "\t" })
    }.joined(separator: " ")
  }
}

extension ToolfileEditor {
  /// Limits a tool to platforms. Does nothing if the file does not declare the tool.
  ///
  /// - Throws: ``ProjectProblem/manifestNotEditable(_:line:)`` if the statement states platforms
  ///   already.
  fileprivate mutating func limit(
    _ name: ToolName, to platforms: [Platform]
  ) throws(ProjectProblem) {
    guard let statement = toolfile.statement(of: name), let last = statement.arguments.last else {
      return
    }
    let problem = ProjectProblem.manifestNotEditable(
      statement.position.origin(in: toolfile.path), line: nil)
    let key = ToolOption.platforms.rawValue
    if statement.arguments.contains(where: { $0.key?.name == key }) { throw problem }
    let names = platforms.map(\.rawValue)
    var outline = ToolfileOutline(toolfile.statements)
    outline.lines[outline.index(of: statement)].arguments.append(
      .init(key: key, value: .array(names.map { .string($0) })))
    let end = last.value.end
    try replace(
      end..<end, with: ", \(key): [\(ToolfileStyle(toolfile).list(names))]", expecting: outline,
      problem)
  }
}

extension Toolfile.Tool {
  fileprivate func limited(to platforms: [Platform]) -> Self {
    Self(
      name: name, origin: origin, requirement: requirement, source: source, package: package,
      executables: executables, groups: groups, platforms: platforms, cooldown: cooldown,
      options: options)
  }
}
