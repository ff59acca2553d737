internal import Commands
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import TextSearch
internal import Vocabulary
internal import Workflows

/// The command line to run in place of an `add` that failed: with the right name, or with another
/// requirement or other platforms.
struct AddSuggestion {
  let session: Session
  let additions: [EditWorkflow.Addition]

  /// Returns the error with the command line that avoids it, if one is known.
  func completing(_ error: Problem) -> Problem {
    switch error {
    case .sources(var problems):
      for index in problems.indices where problems[index].origin == .commandLine {
        problems[index].retry = commandLine(avoiding: problems[index])
      }
      return .sources(problems)
    case .project(.lock(.conflict(var conflict))):
      conflict.retry = commandLine(avoiding: conflict)
      return .project(.lock(.conflict(conflict)))
    case .several(let problems): return .several(problems.map(completing))
    default: return error
    }
  }

  private func commandLine(avoiding problem: SourceProblem) -> [String] {
    guard let tool = problem.tool?.text, let word = word(of: tool) else { return [] }
    switch problem.fault {
    case .content(.undefined(_, _, let candidates, _, _)):
      if !candidates.isEmpty { return [] }
      return MeantTool(problem.tool, problem.fault)?.retry(session) ?? []
    case .content(.unknownPackage(let known, _))
    where problem.package == tool && isFromStatedSource(tool):
      return misspelledName(tool, in: known).map {
        renaming(word, from: tool, to: $0)
      } ?? []
    case .content(.allExcluded), .content(.noVersion):
      let remedies = (problem.remedies ?? []).compactMap(\.toolfileRemedy)
      return remedies.compactMap { requirement(of: $0) }.first.map {
        session.retry(replacing: word, with: [$0])
      } ?? []
    case .content(.noArtifact(_, _, _, let served)):
      guard session.arguments.values["--platforms"] == nil, !served.isEmpty else { return [] }
      let others = session.arguments.positionals.filter { $0 != word }
      return session.retry(
        without: others, appending: ["--platforms", served.map(\.rawValue).joined(separator: ",")])
    default: return []
    }
  }

  /// Returns the command line that also changes the requirements of the Toolfile that are in the
  /// way, or an empty one if more than that is necessary.
  private func commandLine(avoiding conflict: VersionConflict) -> [String] {
    let remedies = conflict.hints.compactMap { hint -> ToolfileRemedy? in
      if case .change(let remedy) = hint { remedy.toolfileRemedy } else { nil }
    }
    let changes = remedies.filter { $0.tool.map { word(of: $0.text) == nil } ?? false }
      .compactMap { requirement(of: $0) }
    // Options such as `--group` would hold for the declared tool, too, which may be elsewhere.
    let isPlain = additions.allSatisfy { $0.group == nil && $0.tool.options.isEmpty }
    guard isPlain, let change = changes.first else { return [] }
    return session.retry(appending: [change])
  }

  /// Returns the argument that states the requirement of a remedy, or `nil` for other remedies.
  private func requirement(of remedy: ToolfileRemedy) -> String? {
    guard let tool = remedy.tool, case .requirements(let requirements) = remedy.change else {
      return nil
    }
    let requirement = requirements.joined(separator: ", ")
    if let beginning = Self.beginning(of: requirement) { return "\(tool)@\(beginning)" }
    return "\(tool)@\(requirement.hasPrefix("= ") ? String(requirement.dropFirst(2)) : requirement)"
  }

  /// Returns the text to type for a requirement with `~>`, such as `0.17` for `~> 0.17.6`. The text
  /// also admits older versions, such as 0.17.0. Returns `nil` for any other requirement.
  private static func beginning(of requirement: String) -> String? {
    guard requirement.hasPrefix("~> ") else { return nil }
    let parts = requirement.dropFirst(3).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ Int($0) != nil }) else { return nil }
    return parts.dropLast().joined(separator: ".")
  }

  /// Returns whether the command line or the Toolfile names the source of a tool. Otherwise, its
  /// definition does, and the name of another package is not the name of a tool.
  private func isFromStatedSource(_ tool: String) -> Bool {
    if additions.contains(where: { $0.tool.name.text == tool && !$0.tool.options.isEmpty }) {
      return true
    }
    let toolfile = (try? session.selector().folderTools())?.project?.toolfile
    return toolfile.map { !$0.sources.isEmpty } ?? false
  }

  /// Returns the argument that names a tool, or `nil` if none does.
  private func word(of tool: String) -> String? {
    session.arguments.positionals.first { $0.prefix { $0 != "@" } == tool }
  }

  private func renaming(_ word: String, from tool: String, to name: String) -> [String] {
    session.retry(replacing: word, with: [name + word.dropFirst(tool.count)])
  }
}
