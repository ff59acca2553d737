internal import Diagnostics
internal import Vocabulary

extension [SystemFact] {
  /// One message for all requirements that the machine does not meet.
  var message: Message {
    let headline =
      count == 1
      ? "this machine does not have the `\(self[0].name)` that the Toolfile requires"
      : "this machine does not have \(count) programs that the Toolfile requires"
    let object = count == 1 ? "it" : "them"
    return Message("system-requirement", headline)
      .column("wanted", map(\.wanted))
      .column("found", map(\.found))
      .detail("try", "install or update \(object) with the package manager of this system")
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
    case .unreadable: "\(place), which states no version"
    case .missing: "no `\(program)` on PATH"
    }
  }
}
