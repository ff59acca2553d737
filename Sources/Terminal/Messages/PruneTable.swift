package import Diagnostics

/// The table of what a prune removes.
package struct PruneTable: Sendable {
  /// The current time, in seconds since 1970.
  private let now: Int64

  /// Creates a table with ages at the time `now`, in seconds since 1970.
  package init(now: Int64) { self.now = now }

  /// Returns a row for each installation, and one for all downloads.
  ///
  /// - Parameters:
  ///   - installations: The installations to remove.
  ///   - downloads: The sizes of the downloads to remove, in bytes.
  package func rows(of installations: [UnneededInstallation], downloads: [Int]) -> [[String]] {
    var rows = installations.map { one in
      [one.title, one.size.map(QuantityFormat.bytes) ?? "", age(of: one), wholeReason(of: one)]
    }
    if !downloads.isEmpty {
      rows.append([
        QuantityFormat.count(downloads.count, "download"),
        QuantityFormat.bytes(downloads.reduce(0, +)), "",
        "no lock and no kept version names \(downloads.count == 1 ? "it" : "them")",
      ])
    }
    return rows
  }

  private func age(of one: UnneededInstallation) -> String {
    if let lastUse = one.lastUse { return "last used \(age(since: lastUse)) ago" }
    return one.installed.map { "never used, installed \(age(since: $0)) ago" } ?? "never used"
  }

  private func age(since time: Int64) -> String { QuantityFormat.age(Int(now - time)) }

  private func wholeReason(of one: UnneededInstallation) -> String {
    let packages =
      one.packages.isEmpty
      ? "" : "; its packages \(one.packages.joined(separator: ", ")) go with it"
    return reason(of: one) + packages
  }

  /// Returns the reason why nothing needs an installation.
  package func reason(of one: UnneededInstallation) -> String {
    switch one.reason {
    case .replaced(let versions):
      "only \(QuantityFormat.enumeration(versions)) "
        + "\(versions.count == 1 ? "is" : "are") needed"
    case .otherContent: "only another content of this version is needed"
    case .projectMissing(let folder, let since):
      "its project \(folder) has been missing for " + age(since: since)
    case .projectWithoutFiles(let folder, let since):
      "its project \(folder) has had no Toolfile or pins for " + age(since: since)
    case .projectForgotten(let folder): "only the forgotten project \(folder) names it"
    case .unnamed: "no known project or global pin names it"
    }
  }
}
