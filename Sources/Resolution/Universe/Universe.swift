/// The types that describe packages to the solver: names, sets of versions, and origins
/// of requirements.
///
/// Combining the three lets every generic type have a single parameter. A universe serves as a
/// namespace and is never instantiated.
package protocol Universe: Sendable {
  /// The name of a package.
  associatedtype Package: Hashable & Comparable & Sendable

  /// A set of versions of one package.
  associatedtype Versions: VersionSetAlgebra

  /// The place that states a requirement, such as a line in a file or a release's metadata. The
  /// solver passes it on to the explanation without inspecting it.
  associatedtype Origin: Hashable & Sendable

  /// One version of a package.
  typealias Version = Versions.Version
}

/// A condition on a package, and the place that states it.
///
/// Represents both the requirements of the project and what a release needs.
package struct Dependency<World: Universe>: Hashable, Sendable {
  /// The required package.
  package let package: World.Package

  /// The versions that meet the condition.
  package let versions: World.Versions

  /// Whether the condition names a prerelease, which admits the prereleases of the package.
  package let admitsPrereleases: Bool

  /// The place that states the condition.
  package let origin: World.Origin

  /// Creates a condition on a package.
  package init(
    _ package: World.Package, _ versions: World.Versions, admitsPrereleases: Bool = false,
    origin: World.Origin
  ) {
    self.package = package
    self.versions = versions
    self.admitsPrereleases = admitsPrereleases
    self.origin = origin
  }

  /// Whether `other` is the same condition, regardless of the origin.
  func hasSameCondition(as other: Dependency) -> Bool {
    package == other.package && versions == other.versions
      && admitsPrereleases == other.admitsPrereleases
  }
}
