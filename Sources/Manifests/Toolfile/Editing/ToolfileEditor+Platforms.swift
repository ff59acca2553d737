package import Diagnostics
package import Vocabulary

extension ToolfileEditor {
  /// Adds a platform after the last one of the `platforms` line, or adds a line with it and
  /// ``Platform/defaults`` if there is none. Does nothing if it is listed.
  package mutating func add(_ platform: Platform) throws(StatementProblem) {
    guard let line = toolfile.platformsStatement, let last = line.values.last else {
      let others = Platform.defaults.filter { $0 != platform }
      return try addLine(of: others + [platform])
    }
    let literal = ToolfileStyle(toolfile).quoting(like: last.position.offset, in: toolfile)
      .literal(platform.rawValue)
    if toolfile.platforms?.value.contains(platform) ?? false { return }
    var outline = ToolfileOutline(toolfile.statements)
    outline.lines[outline.index(of: line)].arguments.append(
      .init(key: nil, value: .string(platform.rawValue)))
    try replace(
      last.end..<last.end, with: ", \(literal)", expecting: outline,
      .notEditable(line.position.origin(in: toolfile.path), line: literal))
  }

  /// Removes a platform from the `platforms` line. If there is no line, adds one with the other
  /// ``Platform/defaults``. Does nothing if it is not listed, and must not be called for the last
  /// platform of the line.
  package mutating func remove(_ platform: Platform) throws(StatementProblem) {
    if toolfile.platformsStatement == nil {
      return try addLine(of: Platform.defaults.filter { $0 != platform })
    }
    guard let line = toolfile.platformsStatement,
      let index = line.values.firstIndex(where: { $0.content == .string(platform.rawValue) })
    else { return }
    let values = line.values
    let problem = StatementProblem.notEditable(
      line.position.origin(in: toolfile.path), line: nil)
    guard values.count > 1 else { throw problem }
    var outline = ToolfileOutline(toolfile.statements)
    outline.lines[outline.index(of: line)].arguments.remove(at: index)
    let range: Range<Int>
    if index > 0 {
      try checkNoComment(between: [values[index - 1], values[index]], problem)
      range = values[index - 1].end..<values[index].end
    } else {
      try checkNoComment(between: [values[0], values[1]], problem)
      range = values[0].position.offset..<values[1].position.offset
    }
    try replace(range, with: "", expecting: outline, problem)
  }

  /// Adds a `platforms` line before the first statement, below a comment at the top of the file.
  private mutating func addLine(of platforms: [Platform]) throws(StatementProblem) {
    let style = ToolfileStyle(toolfile)
    let names = platforms.map(\.rawValue)
    var outline = ToolfileOutline(toolfile.statements)
    outline.lines.insert(
      .init(
        depth: 0, word: "platforms", arguments: names.map { .init(key: nil, value: .string($0)) },
        hasBlock: false),
      at: 0)
    let first = toolfile.statements.first?.position.offset
    let text = "platforms " + style.list(names)
    try insert(
      [text], at: first.map(toolfile.startOfLine) ?? toolfile.bytes.count, style,
      expecting: outline, [text])
  }
}
