internal import Diagnostics
internal import Vocabulary

extension UpdateNotice {
  var form: Notice.Form {
    switch self {
    case .results(let tools): .table(UpdatedTool.rows(of: tools))
    case .nothingToUpdate(let count):
      .note(
        "nothing to update: Toolfile.lock stays as it is (\(QuantityFormat.count(count, "tool")))")
    case .nothingOutdated(let count, let isStrict):
      .note(
        "nothing is outdated: \(QuantityFormat.count(count, "tool")) locked in the newest "
          + (count == 1 ? "version" : "versions")
          + (!isStrict ? "" : count == 1 ? " that fits" : " that fit"))
    case .heldBack(let tools):
      .note(
        "to raise \(tools.count == 1 ? "the requirement" : "the requirements") in the Toolfile, "
          + "run `bootstrap update --write " + tools.map(\.text).joined(separator: " ") + "`")
    case .held(let tools):
      .table(
        tools.map { tool in
          ["held", "\(tool.tool) \(tool.version)", "\(tool.origin)", tool.reason ?? ""]
        })
    case .nothingHeld:
      .note("the Toolfile holds no tools")
    case .newestVersionsUnknown:
      .note("the newest versions cannot be looked up with `--offline`")
    case .versionsOffline:
      .note("the source may have newer versions, which `--offline` does not look up")
    case .omittedVersions(let count):
      .note("\(QuantityFormat.count(count, "more version")); `--verbose` lists them all")
    }
  }
}

extension UpdatedTool {
  /// Returns a table of the results. The column of links is left out if no source has any.
  fileprivate static func rows(of tools: [Self]) -> [[String]] {
    let hasPages = tools.contains { $0.page != nil }
    let rows = tools.map { tool in
      [
        tool.tool.text, tool.merged?.words ?? tool.old?.text ?? "-", tool.change,
        tool.heldBack.words,
      ]
        + (hasPages ? [tool.page ?? ""] : [])
    }
    return [["tool", "from", "to", "why not newer"] + (hasPages ? ["release"] : [])] + rows
  }

  private var change: String {
    guard let new else { return "removed" }
    return new == old ? "unchanged" : new.text
  }
}
