package import Vocabulary

extension Toolfile {
  /// Packages that the package managers of the system provide:
  ///
  /// ```ruby
  /// host apt: ["build-essential", "libyaml-dev"], brew: ["libyaml"]
  /// ```
  ///
  /// Only `bootstrap setup` installs them. A machine uses the list of a manager that it has.
  package struct HostPackages: Hashable, Sendable {
    /// The names of the packages for each manager, in the order of the file.
    package let names: [HostPackageManager: [String]]
    /// The platforms to which `on` limits the packages, or `nil` for all platforms.
    package let platforms: [Platform]?
    /// The location of the statement.
    package let origin: Origin
  }
}
