package import Diagnostics
internal import TextSearch
package import Versions
package import Vocabulary

extension Toolfile {
  /// A tool that is held at one version, as the comment above its statement says:
  ///
  /// ```ruby
  /// # held at 0.17.5 (was "~> 0.17"): 0.17.6 reformats every file
  /// tool "ruff", "0.17.5"
  /// ```
  package struct Hold: Hashable, Sendable {
    package let tool: ToolName
    package let version: String
    /// The requirement that the statement had before the hold and will have after it.
    package let former: Requirement
    /// The reason that the user gave, or `nil` if there is none.
    package let reason: String?
    /// The line of the comment.
    package let comment: TextLine
    /// The range of the comment's line in ``Toolfile/bytes``, with its line ending.
    fileprivate let range: Range<Int>

    /// Returns the comment that states a hold.
    fileprivate static func text(
      _ version: String, _ former: Requirement, _ reason: String?
    ) -> String {
      let was = former == .any ? "any" : former.texts.map { "\"\($0)\"" }.joined(separator: ", ")
      return "# held at \(version) (was \(was))" + (reason.map { ": \($0)" } ?? "")
    }
  }

  /// The tools that are held, in the order of the file.
  package var holds: [Hold] {
    let statements = statementsOfTools
    return tools.compactMap { tool in
      statements[tool.name.text].flatMap { hold(of: tool.name, by: $0) }
    }
  }

  /// Returns the hold of a tool, or `nil` if the tool is not held.
  ///
  /// A change of the requirement by hand ends the hold, whatever the comment says.
  package func hold(of tool: ToolName) -> Hold? {
    statement(of: tool).flatMap { hold(of: tool, by: $0) }
  }

  private func hold(of tool: ToolName, by statement: ToolfileStatement) -> Hold? {
    guard let hold = statedHold(of: tool, by: statement),
      self[tool]?.requirement.value == Requirement(exactly: hold.version)
    else { return nil }
    return hold
  }

  /// Returns the hold that the comment above the statement of a tool states, even if the statement
  /// requires something else, or `nil` if there is no such comment.
  fileprivate func statedHold(of tool: ToolName) -> Hold? {
    statement(of: tool).flatMap { statedHold(of: tool, by: $0) }
  }

  private func statedHold(of tool: ToolName, by statement: ToolfileStatement) -> Hold? {
    let end = startOfLine(of: statement.position.offset)
    guard end > self.start else { return nil }
    let start = startOfLine(of: end - 1)
    let line = String(decoding: bytes[start..<end], as: UTF8.self)
    let text = line.split(whereSeparator: \.isNewline).first?.drop { " \t".contains($0) } ?? ""
    guard let (version, was, reason) = Self.parts(ofComment: text),
      let former = Self.requirement(was)
    else { return nil }
    return Hold(
      tool: tool, version: version, former: former, reason: reason,
      comment: TextLine(text: String(text), number: statement.position.line - 1),
      range: start..<end)
  }

  /// Returns the parts of a comment that states a hold, or `nil` if the text is not such a comment.
  private static func parts(
    ofComment text: Substring
  ) -> (version: String, was: Substring, reason: String?)? {
    let beginning = "# held at "
    guard text.hasPrefix(beginning), let open = text.firstRange(of: " (was "),
      let close = text[open.upperBound...].firstIndex(of: ")")
    else { return nil }
    let version = text[..<open.lowerBound].dropFirst(beginning.count)
    let rest = text[close...].dropFirst()
    guard !version.isEmpty, !version.contains(" "), rest.isEmpty || rest.hasPrefix(": ") else {
      return nil
    }
    let reason = rest.isEmpty ? nil : String(rest.dropFirst(2))
    return (String(version), text[open.upperBound..<close], reason)
  }

  /// Parses a requirement: `any`, or quoted texts separated by commas. Returns `nil` for other
  /// text.
  private static func requirement(_ text: Substring) -> Requirement? {
    if text == "any" { return .any }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    let texts = parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    return texts.isEmpty ? nil : try? Requirement(parsing: texts)
  }

  /// Returns the lines of the statement that declares a tool, preceded by the comment that states a
  /// hold, if there is one.
  package func linesWithHold(of tool: ToolName) -> [TextLine] {
    (statedHold(of: tool).map { [$0.comment] } ?? []) + lines(of: tool)
  }
}

extension ToolfileEditor {
  /// Makes the statement of a tool require one version, and adds a comment above it that says so.
  /// If the tool is already held, the comment keeps the requirement from before the first hold.
  /// Does nothing if the file does not declare the tool.
  ///
  /// - Parameter reason: A text without line breaks, or `nil` for a hold without a reason.
  package mutating func hold(
    _ tool: ToolName, at version: String, because reason: String?
  ) throws(StatementProblem) {
    guard let declared = toolfile[tool] else { return }
    let former = toolfile.hold(of: tool)?.former ?? declared.requirement.value
    try setRequirement(of: tool, to: Requirement(exactly: version))
    guard let statement = toolfile.statement(of: tool) else { return }
    let comment = Toolfile.Hold.text(version, former, reason)
    let offset = toolfile.startOfLine(of: statement.position.offset)
    try insert(
      [toolfile.indentation(of: offset) + comment], at: offset, ToolfileStyle(toolfile),
      expecting: ToolfileOutline(toolfile.statements), [comment])
  }

  /// Restores the requirement that a tool had before its hold, and removes the comment. Does
  /// nothing if the tool is not held.
  package mutating func removeHold(on tool: ToolName) throws(StatementProblem) {
    guard let hold = toolfile.hold(of: tool) else { return }
    if hold.former == .any {
      try removeComment(ofHoldOn: tool)
      try removeRequirement(of: tool)
    } else {
      try setRequirement(of: tool, to: hold.former)
    }
  }

  /// Removes the comment above the statement of a tool that states a hold, if there is one.
  mutating func removeComment(ofHoldOn tool: ToolName) throws(StatementProblem) {
    guard let hold = toolfile.statedHold(of: tool) else { return }
    try replace(
      hold.range, with: "", expecting: ToolfileOutline(toolfile.statements),
      .notEditable(.file(toolfile.path, line: hold.comment.number), line: nil))
  }

  /// Removes the requirement that follows the name in the statement of a tool.
  private mutating func removeRequirement(of tool: ToolName) throws(StatementProblem) {
    guard let statement = toolfile.statement(of: tool), let name = statement.values.first,
      let last = statement.values.last, statement.values.count > 1
    else { return }
    let problem = StatementProblem.notEditable(
      statement.position.origin(in: toolfile.path), line: nil)
    var outline = ToolfileOutline(toolfile.statements)
    let index = outline.index(of: statement)
    outline.lines[index].arguments.removeSubrange(1..<statement.values.count)
    try checkNoComment(between: statement.values, problem)
    try replace(name.end..<last.end, with: "", expecting: outline, problem)
  }
}
