package import Vocabulary

/// What a package manager has installed of a list of packages.
package struct HostPackageState: Hashable, Sendable {
  package let manager: HostPackageManager
  /// The versions that were found, by the name that was asked for. The version of a name that
  /// another package provides is that package's version.
  package let installed: [String: String]
  /// The names that are not installed, in the order in which they were asked for.
  package let missing: [String]

  /// Creates a state. See the properties.
  package init(
    manager: HostPackageManager, installed: [String: String], missing: [String]
  ) {
    self.manager = manager
    self.installed = installed
    self.missing = missing
  }
}
