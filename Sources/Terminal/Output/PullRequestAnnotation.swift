internal import Diagnostics
internal import Vocabulary

/// A problem at a line of a file, in the form that a service shows beside that line of a pull
/// request.
struct PullRequestAnnotation: Hashable {
  /// The location, or `nil` if the problem belongs to no line.
  let origin: Origin?
  let text: String
}

extension Problem {
  /// The annotations of this problem: one for each line that is at fault, or one without a line.
  var annotations: [PullRequestAnnotation] {
    switch self {
    case .syntax(let problems):
      return problems.problems.map { problem in
        let advice = problem.suggestion.map { "\ntry: \($0)" } ?? ""
        return .init(origin: problem.origin, text: problem.fault.sentence + advice)
      }
    case .several(let problems): return problems.flatMap(\.annotations)
    case .systemFacts(let facts):
      return facts.map { .init(origin: $0.origin, text: [$0].message.annotationText) }
    case .sources(let problems):
      return problems.map { .init(origin: $0.origin, text: $0.message.annotationText) }
    default: return messages.map { .init(origin: origin, text: $0.annotationText) }
    }
  }

  /// The first location in a file that this problem names, or `nil` if it names none.
  private var origin: Origin? {
    let origins: [Origin?] =
      switch self {
      case .artifact(let problem): [problem.origin]
      case .trust(let problem): problem.requests.map(\.origin)
      case .selection(.notInstalled(let pin, _, _, _, _, _, _)),
        .selection(.damaged(let pin, _)):
        [pin.origin]
      case .project(.lock(.stale(_, let difference))):
        difference.added.map(\.origin) + difference.changed.map(\.origin)
      case .project(.lock(.conflict(let conflict))):
        [conflict.derivation.lazy.compactMap(\.origin).first { $0.path != nil }]
      case .project(.statement(.notEditable(let origin, _))): [origin]
      case .project(.statement(.declaredAlready(_, let origin))): [origin]
      case .release(.excluded(_, _, let origin)): [origin]
      default: []
      }
    return origins.lazy.compactMap { $0 }.first { $0.path != nil }
  }
}

extension Message {
  /// The headline and the details, a line each.
  fileprivate var annotationText: String {
    ([headline] + detailLines.map { String($0.drop { $0 == " " }) }).joined(separator: "\n")
  }
}
