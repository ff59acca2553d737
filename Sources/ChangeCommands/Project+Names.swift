internal import Commands
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Terminal
internal import TextSearch
internal import Vocabulary

extension Project {
  /// Returns the tools with these names, each once.
  ///
  /// - Parameter includesLocked: Whether tools count that are locked because others need them.
  /// - Throws: ``Problem`` if a name does not belong to a tool that the Toolfile declares.
  func declaredTools(
    named names: [String], includingLocked includesLocked: Bool = false
  ) throws(Problem) -> [ToolName] {
    var tools: [ToolName] = []
    for name in names {
      guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
      let isLocked = lock?[tool] != nil || contested[tool] != nil
      guard toolfile[tool] != nil || includesLocked && isLocked else {
        try checkIsNotGem(name, running: includesLocked ? ["update"] : nil)
        throw .project(
          .statement(
            .notDeclared(
              tool: tool, path: toolfile.path,
              nearest: nearestNames(
                to: name, in: toolfile.tools.map(\.name), allowing: Self.permittedEdits(name)),
              requesters: lock?.requesters(of: tool) ?? [])))
      }
      if !tools.contains(tool) { tools.append(tool) }
    }
    return tools
  }

  /// Checks that a name does not belong to a gem in a tool's graph.
  ///
  /// - Parameters:
  ///   - name: A name that no tool has.
  ///   - words: The command to suggest for the tools that need the gem, or `nil` to suggest `why`.
  /// - Throws: ``StatementProblem/gemOfTool(_:owners:retry:)`` if tools need such a gem.
  func checkIsNotGem(_ name: String, running words: [String]?) throws(Problem) {
    let owners = lock?.tools(withGem: name).map(\.name) ?? []
    if owners.isEmpty { return }
    let line = words.map { $0 + owners.map(\.text) } ?? ["why", name]
    throw .project(.statement(.gemOfTool(name, owners: owners, retry: ["bootstrap"] + line)))
  }

  /// Returns the tools of a group.
  ///
  /// - Throws: ``Problem`` with the groups, the nearest names first, if there is no such group.
  func tools(inGroup name: String) throws(Problem) -> [ToolName] {
    let known = toolfile.groups.map(\.name)
    guard let group = GroupName(name), group == .default || known.contains(group) else {
      throw .project(
        .statement(.unknownGroup(name, known: nearestFirst(known, to: name))))
    }
    return toolfile.tools.filter { $0.groups.contains(group) }.map(\.name)
  }
}

extension Platform {
  /// Returns the platforms with these names.
  ///
  /// - Parameters:
  ///   - names: The values of `option`.
  ///   - known: The platforms that the option takes.
  /// - Throws: ``UsageProblem/badValue(_:option:expected:)`` if a name is none of `known`.
  static func named(
    _ names: [String], option: String, among known: [Platform] = allCases
  ) throws(Problem) -> [Platform] {
    var platforms: [Platform] = []
    for name in names {
      guard let platform = Platform(rawValue: name), known.contains(platform) else {
        let nearest = Platform.named(byOthers: name).filter(known.contains)
        let expected = nearestFirst(known, to: name)
        throw .usage(
          .badValue(name, option: option, expected: .platform(nearest: nearest, known: expected)))
      }
      if !platforms.contains(platform) { platforms.append(platform) }
    }
    return platforms
  }
}

extension Session {
  /// Reports the tools that the Toolfile or the shipped registry defines differently than the lock.
  func reportOtherDefinitions(of project: Project, in lock: Lockfile?) {
    guard let lock else { return }
    let tools = project.redefinedTools(in: lock)
    if !tools.isEmpty { console.report(.registry(.redefinedInToolfile(tools))) }
    for notice in lock.otherDefinitions { console.report(notice) }
  }
}
