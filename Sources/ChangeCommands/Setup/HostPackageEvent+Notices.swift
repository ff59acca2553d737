internal import Diagnostics
internal import HostPackages
internal import Vocabulary

extension HostPackageEvent {
  /// Returns the notices that report the event to the user.
  func notices(of manager: HostPackageManager) -> [SetupNotice] {
    switch self {
    case .askingForPassword: []
    case .authenticated(let lines): lines.map(SetupNotice.packages)
    case .recovering:
      [.packages("\(manager.rawValue): completing what was interrupted")]
    case .refreshing: [.packages("\(manager.rawValue): refreshing the package lists")]
    case .refreshFailed(let lines):
      [
        .packages(
          "\(manager.rawValue): cannot refresh the package lists; using the existing ones")
      ] + lines.map(SetupNotice.output)
    case .waitingForLock(let holder):
      [.packages("waiting for \(holder ?? "another process") to release \(manager.rawValue)")]
    case .began(let command): [.output(command.joined(separator: " "))]
    case .output(let lines): lines.map { .output("\(manager.rawValue): \($0)") }
    }
  }
}
