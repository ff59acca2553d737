package import Diagnostics
package import Filesystem
package import Layout

/// The known projects, sorted by path.
///
/// Saving a project replaces its recorded uses, and records that its folder exists. If the task is
/// canceled, nothing is saved.
package protocol ProjectRepository: Repository<RegisteredProject> {
  /// Returns the folders of all projects, in no particular order.
  func folders() throws(Problem) -> [FilePath]

  /// Returns the folders of the projects that use an installation, sorted by path. Includes
  /// projects whose recorded use has no content id, because they use any content of the version.
  func users(of installed: InstalledVersion) throws(Problem) -> [FilePath]

  /// Records which projects are missing. Sets the time of those newly missing, and clears it for
  /// all other projects.
  ///
  /// - Parameters:
  ///   - missing: The folders that are missing.
  ///   - now: The current time, in seconds since 1970.
  func recordVanished(_ missing: [FilePath], now: Int64) throws(Problem)

  /// Deletes projects. Skips those that are not recorded.
  func remove(_ folders: [FilePath]) throws(Problem)
}
