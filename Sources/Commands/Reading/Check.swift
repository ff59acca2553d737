internal import Diagnostics
internal import Manifests
internal import Projects
internal import Terminal

enum Check: ReadingCommand {
  static let syntax = Catalog.check

  static func run(_ session: Session) throws(Problem) -> ExitCode {
    let state = try ProjectState.read(session)
    guard let lack = state.lacks.first else {
      session.console.print([], json: .object(["schema": 1, "ready": true]))
      session.console.note("ready: \(Quantities.count(state.count, "tool")) installed")
      return .done
    }
    session.console.deny(lack.problem)
    return .no
  }
}

extension ProjectState.Lack {
  fileprivate var problem: Problem {
    switch self {
    case .problem(let problem): problem
    case .missing(let planned): .project(.notInstalled(planned.map(\.title)))
    case .damaged(let planned): .project(.damaged(planned.map(\.title)))
    case .missingPins(let pins):
      .project(.notInstalled(pins.map { "\($0.tool) \($0.version) (\($0.origin))" }))
    case .unfinishedWork: .project(.unfinishedWork)
    }
  }
}
