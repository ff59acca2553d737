package import Vocabulary

extension Toolfile {
  /// System packages, listed for each package manager:
  ///
  /// ```ruby
  /// host apt: ["build-essential", "libyaml-dev"], brew: ["libyaml"]
  /// ```
  ///
  /// Only `bootstrap setup` installs them. A machine uses the list for its own manager.
  package struct HostPackages: Hashable, Sendable {
    /// The package names, keyed by manager, in the order of the file.
    package let names: [HostPackageManager: [String]]
    /// The platforms to which `on` limits the packages, or `nil` for all platforms.
    package let platforms: [Platform]?
    /// The location of the statement.
    package let origin: Origin
  }
}
