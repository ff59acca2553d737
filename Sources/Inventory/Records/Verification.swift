package import Layout

/// The result of comparing an installation with what was installed.
package struct Verification: Hashable, RecordedValue {
  /// The installation that was compared.
  package let installed: InstalledVersion
  /// The time of the comparison, in nanoseconds since 1970.
  package let time: Int64
  /// The number of files compared.
  package let fileCount: Int
  /// The number of files and links that differ from what was installed, including added ones.
  package let damagedCount: Int

  package var id: InstalledVersion { installed }

  /// Creates a result. A `damagedCount` of 0 means that the installation is intact.
  package init(installed: InstalledVersion, time: Int64, fileCount: Int, damagedCount: Int) {
    self.installed = installed
    self.time = time
    self.fileCount = fileCount
    self.damagedCount = damagedCount
  }
}
