package import Diagnostics

extension HeldBackVersion {
  /// The version and the reason: `0.18.0 does not match ~> 0.17 at Toolfile:4`.
  package var words: String {
    switch reason {
    case .requirement(let requirement, let origin):
      "\(version) does not match `\(requirement)` at \(origin)"
    case .needed(let requirement, let tool):
      "\(version) does not match `\(requirement)`, which \(tool) needs"
    case .needs(let tool, let requirement, let platforms):
      "\(version) needs \(tool)" + (requirement.isEmpty ? "" : " `\(requirement)`")
        + (platforms.isEmpty ? "" : " on \(platforms.joined(separator: ", "))")
    case .unknownNeed(let tool): "\(version) needs \(tool), which does not exist"
    case .unusableNeed(let tool):
      "\(version) needs \(tool), but no version of \(tool) can be used with it"
    case .platforms([]): "\(version) is not available for any platform"
    case .platforms(let platforms):
      "\(version) is not available for \(platforms.joined(separator: ", "))"
    case .cooldown(let time): "\(version) is within the cooldown until \(time)"
    case .undated: "\(version) has files without a date, which the cooldown requires"
    case .step(let limit): "\(version) is more than a \(limit) step away"
    case .yanked(""): "\(version) was yanked"
    case .yanked(let reason): "\(version) was yanked: \(reason)"
    case .removed: "\(version) no longer exists"
    case .kept: "\(version) is available"
    case .others: "\(version) could not be chosen"
    }
  }

  /// The same as JSON.
  package var json: JSON {
    let details: [JSON.Member] =
      switch reason {
      case .requirement(let requirement, let origin):
        [
          .init(name: "requirement", value: .string(requirement)),
          .init(name: "origin", value: .origin(origin)),
        ]
      case .needed(let requirement, let tool):
        [
          .init(name: "requirement", value: .string(requirement)),
          .init(name: "needed_by", value: .string(tool)),
        ]
      case .needs(let tool, let requirement, let platforms):
        [
          .init(name: "tool", value: .string(tool)),
          .init(name: "requirement", value: .string(requirement)),
        ] + (platforms.isEmpty ? [] : [.init(name: "platforms", value: .strings(platforms))])
      case .unknownNeed(let tool), .unusableNeed(let tool):
        [.init(name: "tool", value: .string(tool))]
      case .platforms(let platforms): [.init(name: "platforms", value: .strings(platforms))]
      case .cooldown(let time): [.init(name: "eligible_from", value: .string(time))]
      case .yanked(let reason): [.init(name: "detail", value: .string(reason))]
      case .step(let limit): [.init(name: "limit", value: .string(limit))]
      case .undated, .removed, .kept, .others: []
      }
    return .object(
      [
        .init(name: "version", value: .string(version)),
        .init(name: "reason", value: .string(reason.name)),
      ] + details)
  }
}

extension [HeldBackVersion] {
  /// All versions with their reasons, or an empty text.
  package var words: String { map(\.words).joined(separator: "; ") }
}
