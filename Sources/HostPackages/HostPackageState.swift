package import Vocabulary

/// The installed and the missing packages among those that were requested.
package struct HostPackageState: Hashable, Sendable {
  package let manager: HostPackageManager
  /// The installed versions, keyed by requested name. If another package provides a name, its
  /// version is used.
  package let installed: [String: String]
  /// The requested names that are not installed, in their original order.
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
