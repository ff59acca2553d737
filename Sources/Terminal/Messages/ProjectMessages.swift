internal import Diagnostics

extension ProjectProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .file(let problem): problem.message
    case .statement(let problem): problem.message
    case .lock(let problem): problem.message
    case .installation(let problem): problem.message
    case .pin(let problem): problem.message
    }
  }
}
