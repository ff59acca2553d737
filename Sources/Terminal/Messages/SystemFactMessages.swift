internal import Diagnostics
internal import Vocabulary

extension [SystemFact] {
  /// One message for all requirements that the machine does not meet.
  var message: Message {
    let headline =
      count == 1
      ? "this machine does not meet the Toolfile's requirement for `\(self[0].name)`"
      : "this machine does not meet \(count) of the Toolfile's requirements"
    let object = count == 1 ? "it" : "them"
    return Message("system-requirement", headline)
      .column("wanted", map(\.wanted))
      .column("found", map(\.found))
      .detail("try", "install or update \(object) with the system's package manager")
  }
}

extension SystemFact {
  fileprivate var wanted: String {
    (requirement.isEmpty ? "\(name)" : "\(name) \(requirement)") + " (\(origin.withoutColumn))"
  }

  fileprivate var found: String {
    let place = path ?? program
    return switch state {
    case .met(let version), .unfit(let version): "\(name) \(version) at \(place)"
    case .unreadable: "\(place), which reports no version"
    case .silent(let seconds): "\(place), which did not answer within \(seconds) s"
    case .missing: "no `\(program)` on PATH"
    }
  }
}
