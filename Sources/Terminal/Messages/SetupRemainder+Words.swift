package import Diagnostics
internal import Vocabulary

extension SetupRemainder {
  /// What the user should do, in one line.
  package var words: String {
    switch self {
    case .newTerminal: "open a new terminal"
    case .noManager(let managers, let origin):
      "install the packages at \(origin.withoutColumn) yourself; this machine has no "
        + managers.map(\.rawValue).joined(separator: " or ")
    case .noPackage(let item): "install \(item.words) yourself; its package is unknown"
    }
  }
}
