package import Diagnostics
package import Filesystem
package import Layout

/// The known projects, sorted by path.
///
/// Saving a project replaces what it used before, and records that it is there now. Canceling the
/// task saves nothing.
package protocol ProjectRepository: Repository<RegisteredProject> {
  /// Returns the folders of all projects, in no particular order.
  func folders() throws(Problem) -> [FilePath]

  /// Returns the folders of the projects that use an installation, sorted by path. A project
  /// whose recorded use has no content id is included: it uses the version, whatever its content.
  func users(of installed: InstalledVersion) throws(Problem) -> [FilePath]

  /// Records which projects are missing now: those get the time, unless they were missing already,
  /// and the others lose it.
  ///
  /// - Parameters:
  ///   - missing: The folders that are missing.
  ///   - now: The current time, in seconds since 1970.
  func recordVanished(_ missing: [FilePath], now: Int64) throws(Problem)

  /// Deletes projects. Skips those that are not recorded.
  func remove(_ folders: [FilePath]) throws(Problem)
}
