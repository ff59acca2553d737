internal import Commands
internal import Diagnostics
internal import Terminal
internal import TextSearch
internal import Vocabulary

/// The tool that was probably meant by a name that no registry defines.
struct MeantTool {
  /// How the name leads to the tool.
  private enum Relation {
    /// An alias or an obvious misspelling. A version after it is a version of the tool.
    case name
    /// One of the tool's programs.
    case program
    /// The only similar name. The user may have meant another tool.
    case similar
  }

  private let typed: ToolName
  private let tool: ToolName
  private let relation: Relation

  /// Finds the tool that was meant by `typed`. Returns `nil` for any fault other than an undefined
  /// tool, or if it is unclear which tool was meant.
  init?(_ typed: ToolName?, _ fault: SourceProblem.Fault) {
    guard let typed, case .content(.undefined(let aliased, let known, _, _, let provider)) = fault
    else { return nil }
    self.typed = typed
    if let name = aliased.first ?? provider {
      (tool, relation) = (name, aliased.isEmpty ? .program : .name)
    } else if let name = misspelledName(typed.text, in: known) {
      (tool, relation) = (name, .name)
    } else {
      let names = nearestNames(to: typed.text, in: known)
      guard names.count == 1 else { return nil }
      (tool, relation) = (names[0], .similar)
    }
  }

  /// Returns the words to type in place of `word`, which begins with the typed name, or `nil` if
  /// another tool may have been meant.
  ///
  /// - Parameter runs: Whether the command runs a program of the tool.
  func words(inPlaceOf word: String, runs: Bool = false) -> [String]? {
    switch relation {
    case .name: [tool.text + word.dropFirst(typed.text.count)]
    case .program: runs ? [tool.text, "--", typed.text] : [tool.text]
    case .similar: nil
    }
  }

  /// Returns the command line to run instead of the session's: the same one with the right name, or
  /// `info` if another tool may have been meant. Empty if no argument names the tool.
  func retry(_ session: Session) -> [String] {
    guard
      let word = session.arguments.positionals.first(where: { text in
        text.prefix { $0 != "@" } == typed.text
      })
    else { return [] }
    return words(inPlaceOf: word).map { session.retry(replacing: word, with: $0) }
      ?? ["bootstrap", InfoCommand.syntax.name, tool.text]
  }

  /// Returns the problem. Where the session's command line names the wrong tool, adds the command
  /// line that names the right one, if it is known.
  static func completing(_ problem: Problem, _ session: Session) -> Problem {
    guard case .sources(var problems) = problem else { return problem }
    for index in problems.indices
    where problems[index].origin == .commandLine && problems[index].retry.isEmpty {
      let meant = MeantTool(problems[index].tool, problems[index].fault)
      problems[index].retry = meant?.retry(session) ?? []
    }
    return .sources(problems)
  }
}
