internal import Commands
internal import Diagnostics
internal import Terminal
internal import TextSearch
internal import Vocabulary

/// The tool that was probably meant by a name that no registry defines.
struct MeantTool {
  /// How the name leads to the tool.
  private enum Relation {
    /// An alias, or a plain misspelling. A version after it is one of the tool.
    case name
    /// One of the tool's programs.
    case program
    /// The only similar name, which may also be that of another tool.
    case similar
  }

  private let typed: ToolName
  private let tool: ToolName
  private let relation: Relation

  /// Creates the tool for a fault of the tool `typed`, or returns `nil` if it is another fault, or
  /// if no tool has a similar name.
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
  /// the tool may be another one.
  ///
  /// - Parameter runs: Whether the words run a program of the tool.
  func words(inPlaceOf word: String, runs: Bool = false) -> [String]? {
    switch relation {
    case .name: [tool.text + word.dropFirst(typed.text.count)]
    case .program: runs ? [tool.text, "--", typed.text] : [tool.text]
    case .similar: nil
    }
  }

  /// Returns the command line to run in place of the one of a session: the same with the right
  /// name, or `info` if that may be the name of another tool.
  func retry(_ session: Session) -> [String] {
    guard
      let word = session.arguments.positionals.first(where: { text in
        text.prefix { $0 != "@" } == typed.text
      })
    else { return [] }
    return words(inPlaceOf: word).map { session.retry(replacing: word, with: $0) }
      ?? ["bootstrap", InfoCommand.syntax.name, tool.text]
  }

  /// Returns a problem with the command line that names the right tool, where one is known and the
  /// command line of the session names the wrong one.
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
