internal import Diagnostics

extension SourceProblem {
  var message: Message { Message("source", "\(self)") }
}
