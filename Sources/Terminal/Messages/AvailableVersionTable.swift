package import Diagnostics
internal import Vocabulary

/// The table of the versions that a source has.
package struct AvailableVersionTable {
  private let entries: [AvailableVersions.Entry]
  /// The number of versions that the table leaves out.
  package let omittedCount: Int

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - versions: The versions.
  ///   - limit: The maximum number of rows, or `nil` for all versions.
  package init(_ versions: AvailableVersions, limit: Int?) {
    entries = Array(versions.entries.prefix(limit ?? .max))
    omittedCount = versions.entries.count - entries.count
  }

  /// A row for each version: the version, marked if it is in use here, its date, its platforms, and
  /// remarks.
  package var rows: [[String]] {
    entries.map { entry in
      [
        (entry.isInForce ? "* " : "  ") + entry.version,
        String(entry.released?.description.prefix(10) ?? "-"), platforms(of: entry),
        remarks(on: entry),
      ]
    }
  }

  private func platforms(of entry: AvailableVersions.Entry) -> String {
    let names = entry.platforms.map(\.rawValue)
    if names.isEmpty { return "no platform" }
    return names.count == Platform.allCases.count
      ? "all platforms" : names.joined(separator: ", ")
  }

  private func remarks(on entry: AvailableVersions.Entry) -> String {
    var remarks: [String] = entry.isInstalled ? ["installed"] : []
    if entry.isPrerelease { remarks.append("prerelease") }
    if let reason = entry.yanked { remarks.append(reason.isEmpty ? "yanked" : "yanked: \(reason)") }
    if !entry.platforms.contains(.current) { remarks.append("not for this machine") }
    return remarks.joined(separator: ", ")
  }
}
