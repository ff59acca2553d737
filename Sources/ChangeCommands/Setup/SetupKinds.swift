internal import Diagnostics
internal import Terminal

/// The kinds of steps that `--only` and `--skip` select.
struct SetupKinds {
  private let arguments: ParsedArguments

  /// Creates the selection from a command line.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Returns the kinds to run.
  ///
  /// - Throws: ``UsageProblem/badValue(_:option:expected:)``.
  func wanted() throws(Problem) -> Set<SetupStepName.Kind> {
    let only = try kinds(of: "--only")
    let all = only.isEmpty ? Set(SetupStepName.Kind.allCases) : only
    return all.subtracting(try kinds(of: "--skip"))
  }

  private func kinds(of option: String) throws(Problem) -> Set<SetupStepName.Kind> {
    var kinds: Set<SetupStepName.Kind> = []
    for word in arguments.values(of: option).flatMap({ $0.split(separator: ",") }) {
      guard let kind = SetupStepName.Kind(rawValue: String(word)), kind != .clone else {
        let known = SetupStepName.Kind.choices.map(\.rawValue)
        throw .usage(.badValue(String(word), option: option, expected: .oneOf(known)))
      }
      kinds.insert(kind)
    }
    return kinds
  }
}
