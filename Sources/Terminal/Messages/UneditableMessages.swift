internal import Diagnostics

extension UneditableStatement {
  /// The same message as if the edit had failed altogether.
  var message: Message { ProjectProblem.manifestNotEditable(origin, line: line).message }
}
