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

extension Notice {
  /// Returns the line about a tool that differs between two locks:
  /// `changed ruff 0.16.4 → 0.16.10`.
  static func line(
    _ tool: String, from old: String?, to new: String?, _ heldBack: [HeldBackVersion]
  ) -> String {
    let reasons = reasons(heldBack)
    switch (old, new) {
    case (let old?, let new?): return "changed \(tool) \(old) → \(new)\(reasons)"
    case (nil, let new): return "added   \(tool) \(new ?? "")\(reasons)"
    case (let old?, nil): return "removed \(tool) \(old)"
    }
  }

  /// Returns the line about a tool in which the two sides of a merge differ:
  /// `merged  ruff 0.16.4 (ours), 0.16.10 (theirs) → 0.16.10`.
  static func line(
    _ tool: String, ours: String?, theirs: String?, to new: String?, _ heldBack: [HeldBackVersion]
  ) -> String {
    let sides = MergedVersions(ours: ours, theirs: theirs)
    return "merged  \(tool) \(sides.words) → \(new ?? "removed")"
      + (new == nil ? "" : reasons(heldBack))
  }

  private static func reasons(_ heldBack: [HeldBackVersion]) -> String {
    heldBack.isEmpty ? "" : " (\(heldBack.words))"
  }
}

extension Notice.MergedVersions {
  /// Both versions: `0.16.4 (ours), 0.16.10 (theirs)`. If they are equal, the sides differ in other
  /// lines about the tool, such as its artifacts.
  fileprivate var words: String {
    if let ours, ours == theirs { return "\(ours) (both sides, with different lines)" }
    return "\(ours ?? "none") (ours), \(theirs ?? "none") (theirs)"
  }
}

extension Notice.UpdatedTool {
  /// Returns a table of the results. The column of links is left out if no source has any.
  static func rows(of tools: [Self]) -> [[String]] {
    let hasPages = tools.contains { $0.page != nil }
    let rows = tools.map { tool in
      [tool.tool, tool.merged?.words ?? tool.old ?? "-", tool.change, tool.heldBack.words]
        + (hasPages ? [tool.page ?? ""] : [])
    }
    return [["tool", "from", "to", "why not newer"] + (hasPages ? ["release"] : [])] + rows
  }

  private var change: String {
    guard let new else { return "removed" }
    return new == old ? "unchanged" : new
  }
}
