package import Filesystem
internal import Vocabulary

/// The last use of an installation is the time of its receipt's file, which whoever runs the
/// installation renews, at most once a day. A new receipt is dated 1970, for an installation that
/// was never run.
extension Root {
  /// Returns the times of the last uses of installations, in seconds since 1970. Leaves out those
  /// that were never run and those whose receipt is missing.
  package func lastUses(
    of installed: some Sequence<InstalledVersion>
  ) -> [InstalledVersion: Int64] {
    let groups = Dictionary(grouping: installed) { $0.tool.text }
    let parts = BlockingThread.resultsOfParts(of: groups.keys.sorted()) { tools in
      var times: [(InstalledVersion, Int64)] = []
      // What cannot be opened has no time.
      try? installs.openFolders(tools, reportingTo: { _ in }) { folder, tool in
        for one in groups[tool] ?? [] {
          let status = try? folder.linkStatus(of: Receipt.fileName, in: one.folderName)
          guard let modified = (status ?? nil)?.modified, modified > 0 else { continue }
          times.append((one, modified))
        }
      }
      return times
    }
    return Dictionary(parts.joined(), uniquingKeysWith: max)
  }

  /// Renews the time of the last use of the installation in `folder`. A failure is ignored, such as
  /// that of a user who may only read the root.
  ///
  /// - Returns: Whether the installation was built from source, or `nil` if the folder has no
  ///   receipt.
  @discardableResult
  package func recordUse(of folder: FilePath) -> Bool? {
    folder.appending(Receipt.fileName).recordUse()
  }
}
