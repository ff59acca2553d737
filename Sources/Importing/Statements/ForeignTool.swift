package import Diagnostics
internal import Manifests
internal import Versions
package import Vocabulary

/// A tool for which another tool's manifest asks.
package struct ForeignTool: Hashable, Sendable {
  /// A package of a source: a repository, or a package of an index.
  package struct Package: Hashable, Sendable {
    /// The source. If a Toolfile has no such source, the package only helps to find a definition.
    package let source: String
    /// The name. For a source other than GitHub, the name of a repository on GitHub begins with
    /// ``site``.
    package let name: String

    /// The prefix of such a name.
    static let site = "github.com/"
    /// The source of formulas that do not come from Homebrew's own tap.
    static let tap = "brew"

    /// The repository on GitHub that the package comes from, as `owner/name`, or `nil` if there is
    /// none.
    var repository: String? {
      if source == "github" { return name }
      guard name.hasPrefix(Self.site) else { return nil }
      let parts = name.dropFirst(Self.site.count).split(separator: "/")
      return parts.count < 2 ? nil : parts.prefix(2).joined(separator: "/")
    }
  }

  /// The name in the manifest.
  package private(set) var name: String
  /// The package that the manifest names, or `nil` if it only has a name of its own.
  package let package: Package?
  package private(set) var version: ForeignVersion
  /// The groups of the tool, without duplicates. Empty if it is in none.
  package private(set) var groups: [GroupName]
  /// Whether the name may be another name of the tool, not just the one that a registry defines.
  package let admitsAliases: Bool
  /// The package manager that installs the package if it is no tool, or `nil` if it must be a tool.
  package let keeper: PackageKeeper?
  /// The name of the package for that package manager, such as `openssl@3`.
  package let keptName: String
  /// The word that takes the tool from somewhere else than its releases, such as `git:`, or only on
  /// some machines, or `nil` if there is none.
  package let otherOrigin: String?
  /// The reasons why a part of the statement is left out.
  package private(set) var remarks: [ImportRemark.Reason]
  /// Whether the version comes from a lock. If a lock and a manifest disagree, the manifest counts.
  package var isLocked = false
  /// The line of versions that is part of the name, or `nil` if there is none. It counts if there
  /// is no tool of the whole name.
  package var line: NamedLine?
  /// The part of a repository's releases that the manifest selects.
  package var selection = ReleaseSelection()
  /// The platforms that need the tool, or `nil` if all of the project's do.
  package var platforms: PlatformLimit?
  /// The other versions in the statement, which count in this order if the first one cannot be
  /// taken.
  package var otherVersions: [ForeignVersion] = []
  /// Whether a line above in the same file names the tool. That line counts if it can be taken.
  package var isFurther = false

  /// Creates a tool. Omit `package` if the manifest only has a name of its own, and `keptName` if
  /// it is the name of the tool.
  package init(
    _ name: String, _ version: ForeignVersion, package: Package? = nil, groups: [GroupName] = [],
    admitsAliases: Bool = true, keeper: PackageKeeper? = nil, keptName: String? = nil,
    otherOrigin: String? = nil, remarks: [ImportRemark.Reason] = []
  ) {
    self.name = name
    self.package = package
    self.version = version
    self.groups = groups.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.admitsAliases = admitsAliases
    self.keeper = keeper
    self.keptName = keptName ?? name
    self.otherOrigin = otherOrigin
    self.remarks = remarks
  }

  /// The name as messages show it.
  var shownName: String { ForeignName.isName(name) ? name : ForeignName.hidden }

  /// The reason to leave out the tool if no registry defines it.
  var reasonIfUndefined: ImportRemark.Reason {
    ForeignName.isName(name) ? .undefined(name) : .notAName
  }

  /// Returns the tool in further groups, which come first.
  func adding(groups outer: [GroupName]) -> ForeignTool {
    var tool = self
    tool.groups = outer + groups.filter { !outer.contains($0) }
    return tool
  }

  /// Returns the tool with another name and version.
  func renamed(_ name: String, _ version: ForeignVersion) -> ForeignTool {
    var tool = self
    tool.name = name
    tool.version = version
    tool.line = nil
    return tool
  }

  /// Returns the tool with further remarks.
  func adding(_ remarks: [ImportRemark.Reason]) -> ForeignTool {
    var tool = self
    tool.remarks += remarks
    return tool
  }

  /// The options that the tool keeps in a Toolfile.
  var options: [Toolfile.MapEntry] {
    groups.isEmpty || groups == [.default]
      ? []
      : [
        .init(
          key: ToolOption.groups.rawValue, value: .array(groups.map { .symbol($0.text) }))
      ]
  }
}
