package import Diagnostics
internal import Vocabulary

/// The words about what a prune removes.
package struct PruneTable {
  /// The current time, in seconds since 1970.
  private let now: Int64
  private let formatPath: (String) -> String

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - now: The current time, in seconds since 1970, from which ages are counted.
  ///   - formatPath: Formats an absolute path for people.
  package init(now: Int64, formatPath: @escaping (String) -> String) {
    self.now = now
    self.formatPath = formatPath
  }

  /// Returns the row for an installation.
  ///
  /// - Parameters:
  ///   - title: The tool, the version, and the abbreviated content id.
  ///   - size: The size of its files in bytes, or `nil` if it is not recorded.
  ///   - installed: The time when it was recorded, in seconds since 1970, or `nil` if it is not.
  ///   - lastUse: The time of its last use, in seconds since 1970, or `nil` if it was never run.
  ///   - packages: The programs of the packages that are removed with it, sorted.
  ///   - reason: Why nothing needs it.
  package func row(
    _ title: String, size: Int?, installed: Int64?, lastUse: Int64?, packages: [String],
    _ reason: UnneededReason
  ) -> [String] {
    let age =
      if let lastUse { "last used \(self.age(since: lastUse)) ago" } else {
        "never used" + (installed.map { ", installed \(self.age(since: $0)) ago" } ?? "")
      }
    let others =
      packages.isEmpty ? "" : "; its packages \(packages.joined(separator: ", ")) go with it"
    return [title, size.map(QuantityFormat.bytes) ?? "", age, text(of: reason) + others]
  }

  /// Returns the row for downloads of these sizes, in bytes, or `nil` if there are none.
  package func row(downloads sizes: [Int]) -> [String]? {
    if sizes.isEmpty { return nil }
    return [
      QuantityFormat.count(sizes.count, "download"), QuantityFormat.bytes(sizes.reduce(0, +)), "",
      "no lock and no kept version names \(sizes.count == 1 ? "it" : "them")",
    ]
  }

  /// Returns why nothing needs an installation.
  package func text(of reason: UnneededReason) -> String {
    switch reason {
    case .replaced(let versions):
      "only \(QuantityFormat.enumeration(versions.map(\.text))) "
        + "\(versions.count == 1 ? "is" : "are") needed"
    case .otherContent: "only a copy with different content is needed"
    case .projectMissing(let folder, let since):
      "its project \(formatPath(folder)) has been missing for " + age(since: since)
    case .projectWithoutFiles(let folder, let since):
      "its project \(formatPath(folder)) has had no Toolfile or pins for " + age(since: since)
    case .projectForgotten(let folder):
      "only the forgotten project \(formatPath(folder)) names it"
    case .unnamed: "no known project or global pin names it"
    }
  }

  private func age(since time: Int64) -> String { QuantityFormat.age(Int(now - time)) }
}
