/// An installation that nothing needs, as messages show it.
package struct UnneededInstallation: Hashable, Sendable {
  /// Why nothing needs the installation. Folders are paths as messages show them, and times are in
  /// seconds since 1970.
  package enum Reason: Hashable, Sendable {
    /// These versions of the same tool are needed instead, sorted.
    case replaced(by: [String])
    /// Another content of the same version is needed.
    case otherContent
    /// Only this project needed it, which has been missing since this time.
    case projectMissing(String, since: Int64)
    /// Only this project needed it. No file of the project has named tools since this time.
    case projectWithoutFiles(String, since: Int64)
    /// Only this project needed it, which is to be forgotten.
    case projectForgotten(String)
    /// No known project, pin, or global version names the tool.
    case unnamed
  }

  /// The tool, the version, and the abbreviated content id.
  package let title: String
  /// The size of all files in bytes, or `nil` if it is not recorded.
  package let size: Int?
  /// The time when it was installed, in seconds since 1970, or `nil` if it is not recorded.
  package let installed: Int64?
  /// The time of its last use, in seconds since 1970, or `nil` if it was never run.
  package let lastUse: Int64?
  /// The programs of the packages that would go with it, sorted.
  package let packages: [String]
  package let reason: Reason

  /// Describes an installation.
  package init(
    title: String, size: Int?, installed: Int64?, lastUse: Int64?, packages: [String],
    reason: Reason
  ) {
    self.title = title
    self.size = size
    self.installed = installed
    self.lastUse = lastUse
    self.packages = packages
    self.reason = reason
  }
}
