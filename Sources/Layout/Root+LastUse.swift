package import Filesystem

/// The last use of an installation is the time of its receipt's file, which whoever runs the
/// installation renews, at most once a day. A new receipt is dated 1970, for an installation that
/// was never run.
extension Root {
  /// Returns the time of the last use of an installation, in seconds since 1970, or `nil` if it was
  /// never run or its receipt is missing.
  package func lastUse(of installed: InstalledVersion) -> Int64? {
    let receipt = folder(of: installed).appending(Receipt.fileName)
    guard let modified = ((try? receipt.status()) ?? nil)?.modified, modified > 0 else {
      return nil
    }
    return modified
  }

  /// Renews the time of the last use of the installation in `folder`. A failure is ignored, such as
  /// that of a user who may only read the root.
  ///
  /// - Returns: Whether the folder has a receipt.
  @discardableResult
  package func recordUse(of folder: FilePath) -> Bool {
    folder.appending(Receipt.fileName).recordUse()
  }
}
