package import Diagnostics
package import Filesystem
package import Layout

/// The known projects, sorted by path.
///
/// Saving a project replaces its recorded uses and marks the project as present. Canceling the task
/// saves nothing.
package protocol ProjectRepository: Repository<RegisteredProject> {
  /// Returns the folders of all projects, in no particular order.
  func folders() throws(Problem) -> [FilePath]

  /// Returns the folders of the projects that use an installation, sorted by path. Includes
  /// projects that use the same version with any content, because their recorded use has no content
  /// id.
  func users(of installed: InstalledVersion) throws(Problem) -> [FilePath]

  /// Records which projects are now missing. Keeps the time of projects that were already missing,
  /// and clears the time of projects that are present.
  ///
  /// - Parameters:
  ///   - missing: The folders that are missing.
  ///   - now: The current time, in seconds since 1970.
  func recordVanished(_ missing: [FilePath], now: Int64) throws(Problem)

  /// Deletes projects. Skips projects that are not recorded.
  func remove(_ folders: [FilePath]) throws(Problem)
}
