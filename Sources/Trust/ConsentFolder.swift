package import Diagnostics
package import Filesystem
package import Projects

extension Project {
  /// Returns the folder that the user's consent to a file in `folder` is for: that of the project,
  /// or `folder` itself if it is in none.
  ///
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package static func consentFolder(
    of folder: FilePath, _ environment: Environment
  ) throws(Problem) -> FilePath {
    try self.folder(above: folder, environment) ?? folder
  }
}
