internal import Diagnostics
internal import Vocabulary

extension LockNotice {
  var form: Notice.Form {
    switch self {
    case .isCurrent(let isOnline):
      .note("Toolfile.lock matches the Toolfile" + (isOnline ? " and its sources" : ""))
    case .unchanged(let count):
      .note(
        "nothing to do: Toolfile.lock matches the Toolfile (\(QuantityFormat.count(count, "tool")))"
      )
    case .locked(let count, let platforms):
      .note(
        "locked \(QuantityFormat.count(count, "tool")) for "
          + platforms.map(\.rawValue).joined(separator: ", "))
    case .change(let tool, let old, let new, let heldBack):
      .note(Self.line(tool, from: old, to: new, heldBack))
    case .requestChange(let change): .note("changed \(change.words)")
    case .gemsMoved(let tool, let gems):
      .note(
        "changed gems of \(tool): \(Self.listed(gems))")
    case .merged(let tool, let sides, let new, let heldBack):
      .note(Self.line(tool, merging: sides, to: new, heldBack))
    case .platformChange(let platform, let isAdded):
      .note("\(isAdded ? "added  " : "removed") platform \(platform)")
    case .platformsNotListed(let platforms, let tool, let origin, let isRemoved):
      .note(Self.notListed(platforms, tool, origin, isRemoved: isRemoved))
    case .wouldChange(let count):
      .note(
        count == 0
          ? "Toolfile.lock would change in other ways than versions"
          : "Toolfile.lock would change for \(QuantityFormat.count(count, "tool"))")
    case .stillLocked(let tool, let requesters):
      .note(
        "\(tool) stays locked, because \(QuantityFormat.enumeration(requesters)) "
          + "need\(requesters.count == 1 ? "s" : "") it")
    case .systemToolUnchecked(let tool, let needs, let config):
      .note(
        "not checking that the system's \(tool) satisfies "
          + needs.prefix(Self.needCount).joined(separator: ", ")
          + (needs.count > Self.needCount ? ", and \(needs.count - Self.needCount) more; " : "; ")
          + "to check it, add `system-version \(tool) PATH` to \(config)")
    case .bundledVersions(let tool, let file, let kept, let count):
      .note(Self.bundled(tool, file, kept: kept, of: count))
    case .bundledVersionsMissing(let file, let gems):
      .note("\(file) names \(Self.listed(gems)), which the index does not have")
    case .unreadableBundle(let place):
      .note("no versions were taken from \(place), because it is not a valid Bundler lock")
    case .explanationWritten(let path): .note("wrote every step of the proof to \(path)")
    }
  }
}

extension LockNotice {
  /// The maximum number of requirements to list for a system tool.
  private static var needCount: Int { 3 }

  /// The maximum number of gems to list for a tool.
  private static var gemCount: Int { 5 }

  /// Returns the first gems of a list, and the number of remaining gems.
  private static func listed(_ gems: [String]) -> String {
    gems.prefix(gemCount).joined(separator: ", ")
      + (gems.count > gemCount ? ", and \(gems.count - gemCount) more" : "")
  }

  /// Returns the line about the versions that a new tool keeps from Bundler's lock.
  private static func bundled(
    _ tool: ToolName, _ file: String, kept: Int, of count: Int
  ) -> String {
    switch kept {
    case count: "\(tool) keeps the versions in \(file)"
    case 0: "\(tool) keeps none of the versions in \(file)"
    default: "\(tool) keeps \(kept) of \(count) versions in \(file)"
    }
  }

  /// Returns the line about a tool that differs between two locks:
  /// `changed ruff 0.16.4 → 0.16.10`.
  private static func line(
    _ tool: ToolName, from old: VersionText?, to new: VersionText?, _ heldBack: [HeldBackVersion]
  ) -> String {
    let reasons = reasons(heldBack)
    switch (old, new) {
    case (let old?, let new?): return "changed \(tool) \(old) → \(new)\(reasons)"
    case (nil, let new): return "added   \(tool) \(new?.text ?? "")\(reasons)"
    case (let old?, nil): return "removed \(tool) \(old)"
    }
  }

  /// Returns the line about a tool in which the two sides of a merge differ:
  /// `merged  ruff 0.16.4 (ours), 0.16.10 (theirs) → 0.16.10`.
  private static func line(
    _ tool: ToolName, merging sides: MergedVersions, to new: VersionText?,
    _ heldBack: [HeldBackVersion]
  ) -> String {
    "merged  \(tool) \(sides.words) → \(new?.text ?? "removed")"
      + (new == nil ? "" : reasons(heldBack))
  }

  private static func reasons(_ heldBack: [HeldBackVersion]) -> String {
    heldBack.isEmpty ? "" : " (\(heldBack.words))"
  }

  /// Returns the line about a tool that is limited to platforms that the project lacks.
  private static func notListed(
    _ platforms: [Platform], _ tool: ToolName, _ origin: Origin, isRemoved: Bool
  ) -> String {
    let names = platforms.map(\.rawValue).joined(separator: ", ")
    if isRemoved {
      return "\(tool) stays locked for \(names), which \(origin.withoutColumn) still names for it; "
        + "remove that by hand"
    }
    let options = platforms.map { " --add-platform \($0)" }.joined()
    return "the Toolfile does not list \(names), so nobody can install \(tool) there; "
      + "to change that, run `bootstrap lock\(options)`"
  }
}

extension MergedVersions {
  /// Both versions: `0.16.4 (ours), 0.16.10 (theirs)`. If they are equal, the sides differ in other
  /// lines about the tool, such as its artifacts.
  var words: String {
    if let ours, ours == theirs { return "\(ours) (both sides, with different lines)" }
    return "\(ours?.text ?? "none") (ours), \(theirs?.text ?? "none") (theirs)"
  }
}
