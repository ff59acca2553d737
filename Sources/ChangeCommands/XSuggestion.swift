internal import Commands
internal import Diagnostics
internal import Layout
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

/// A correction for an `x` command line that cannot install a tool: the right name, or a version
/// that exists.
struct XSuggestion {
  let session: Session
  let run: ToolRun

  /// Returns the problem. Adds the command line that avoids it, if one is known.
  func completing(_ problem: Problem) -> Problem {
    guard case .sources(var problems) = problem else { return problem }
    for index in problems.indices where problems[index].origin == .commandLine {
      guard let tool = problems[index].tool,
        let word = run.tools.first(where: { $0.tool == tool }),
        let others = replacement(of: word, problems[index].fault)
      else { continue }
      problems[index].retry = commandLine(with: others, inPlaceOf: word.text)
    }
    return .sources(problems)
  }

  /// Returns the words to type in place of `word`, or `nil` if none are known.
  private func replacement(of word: ToolRun.Word, _ fault: SourceProblem.Fault) -> [String]? {
    switch fault {
    case .content(.undefined):
      let runs = word == run.main && run.executable == nil
      return MeantTool(word.tool, fault)?.words(inPlaceOf: word.text, runs: runs)
    case .content(.noVersion(_, let existing, _, _, _)):
      return Self.version(near: word, among: existing).map { ["\(word.tool)@\($0)"] }
    case .content(.allExcluded(_, let excluded)):
      let prerelease = excluded.first { $0.gem == nil && $0.reasons == [.prerelease] }
      return prerelease.map { ["\(word.tool)@\($0.version)"] }
    default: return nil
    }
  }

  /// Returns the lowest version above the typed one that shares the most leading numbers with it,
  /// and at least the first number. Returns `nil` if there is none.
  private static func version(near word: ToolRun.Word, among existing: [String]) -> String? {
    guard let typed = TypedVersion(word.text.dropFirst(word.tool.text.utf8.count + 1)),
      let wanted = try? Version(parsing: typed.version.text, scheme: .general)
    else { return nil }
    let versions = VersionText.sorted(existing.compactMap { VersionText($0) }, by: \.self)
    let above = versions.filter { text in
      !text.isPrerelease
        && (try? Version(parsing: text.text, scheme: .general)).map { $0 > wanted } ?? false
    }
    var numbers = typed.version.text.split(separator: ".")
    while !numbers.isEmpty {
      let prefix = numbers.joined(separator: ".") + "."
      if let version = above.first(where: { $0.text.hasPrefix(prefix) }) { return version.text }
      numbers.removeLast()
    }
    return nil
  }

  /// Returns the command line with `others` in place of `word`, or an empty array if `word` is only
  /// part of an argument, as in `--with=ruff`.
  private func commandLine(with others: [String], inPlaceOf word: String) -> [String] {
    var words = session.arguments.words
    guard let index = words.firstIndex(of: word) else { return [] }
    words.replaceSubrange(index...index, with: others)
    return ["bootstrap", session.command] + words
  }
}
