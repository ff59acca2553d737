package import Diagnostics
internal import Vocabulary

extension SetupRemainder {
  /// What is left, in one line.
  package var words: String {
    switch self {
    case .newTerminal: "open a new terminal"
    case .noManager(let managers, let origin):
      "the packages at \(origin.withoutColumn), for which this machine needs "
        + managers.map(\.rawValue).joined(separator: " or ")
    case .noPackage(let item): "\(item.words), for which no package is known"
    }
  }
}
