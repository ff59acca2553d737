package import Diagnostics

extension Problem {
  /// The messages for this problem. There can be several: one for each problem of a source, or one
  /// for each damaged installation.
  package var messages: [Message] {
    switch self {
    case .usage(let problem): [problem.message]
    case .syntax(let problems): [problems.message]
    case .project(let problem): [problem.message]
    case .sources(let problems): problems.map(\.message)
    case .artifact(let problem): [problem.message]
    case .build(let problem): [problem.message]
    case .hostShortage(let shortage): [shortage.message]
    case .systemFacts(let facts): [facts.message]
    case .setup(let problem): [problem.message]
    case .hostPackages(let failure): failure.messages
    case .damage(let problem): problem.messages
    case .selection(let problem): [problem.message]
    case .trust(let problem): [problem.message]
    case .policy(let problem): problem.messages
    case .disk(let problem): [problem.message]
    case .release(let problem): [problem.message]
    case .system(let problem): [problem.message]
    case .several(let problems): problems.flatMap(\.messages)
    case .interrupted: [Message("interrupted", "interrupted")]
    }
  }
}
