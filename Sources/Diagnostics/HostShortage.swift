package import Vocabulary

/// What this machine lacks for builds from source. Nothing has been built or fetched yet.
package struct HostShortage: Error, Hashable, Sendable {
  /// Something that is missing.
  package struct Item: Hashable, Sendable {
    /// What kind of thing is missing.
    package enum Kind: String, Sendable {
      case program, header, pkgConfig
    }

    package let kind: Kind
    /// The name of the program, header, or library.
    package let name: String
    /// The versions of the library that suffice. Empty if any does.
    package let requirement: String
    /// The version that the machine has, or `nil` if it has none.
    package let found: String?

    /// Creates an item. See the properties.
    package init(_ kind: Kind, _ name: String, requirement: String = "", found: String? = nil) {
      self.kind = kind
      self.name = name
      self.requirement = requirement
      self.found = found
    }
  }

  /// A tool to build.
  package struct Build: Hashable, Sendable {
    package let tool: ToolName
    package let version: VersionText

    /// Creates the build of a version.
    package init(_ tool: ToolName, _ version: VersionText) {
      self.tool = tool
      self.version = version
    }
  }

  /// The builds that need what is missing.
  package let builds: [Build]
  /// What is missing, without duplicates.
  package let items: [Item]
  /// The package manager of this machine, or `nil` if it is unknown.
  package let manager: HostPackageManager?
  /// The packages of ``manager`` that provide the items, without duplicates. Empty if the
  /// definitions of the tools do not name them.
  package let packages: [String]
  /// The items for which no package of ``manager`` is known.
  package let unpackaged: [Item]
  /// Whether the user may install packages without `sudo`.
  package let isSuperuser: Bool

  /// Creates a shortage. See the properties.
  package init(
    of items: [Item], for builds: [Build], manager: HostPackageManager?, packages: [String],
    unpackaged: [Item] = [], isSuperuser: Bool
  ) {
    self.items = items
    self.builds = builds
    self.manager = manager
    self.packages = packages
    self.unpackaged = unpackaged
    self.isSuperuser = isSuperuser
  }
}
