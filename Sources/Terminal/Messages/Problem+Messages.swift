package import Diagnostics

extension Problem {
  /// The words for this problem: one message each, since a file can be wrong in several places at once.
  package var messages: [Message] {
    switch self {
    case .usage(let problem): [problem.message]
    case .syntax(let problems): [problems.message]
    case .project(let problem): [problem.message]
    case .sources(let problems): problems.map(\.message)
    case .artifact(let problem): [problem.message]
    case .damage(let problem): problem.messages
    case .selection(let problem): [problem.message]
    case .system(let problem): [problem.message]
    case .interrupted: [Message("interrupted", "interrupted")]
    }
  }
}
