/// The types that describe packages to the solver: names, sets of versions, and origins of
/// requirements.
///
/// A universe combines the three, so that generic types have a single type parameter. It is never
/// instantiated.
package protocol Universe: Sendable {
  /// The name of a package.
  associatedtype Package: Hashable & Comparable & Sendable

  /// A set of versions of one package.
  associatedtype Versions: VersionSetAlgebra

  /// The location that states a requirement, such as a line in a file or the metadata of a release.
  /// The solver passes it on to the explanation without inspecting it.
  associatedtype Origin: Hashable & Sendable

  /// A platform that a package may have to support. See <doc:Resolution#Platforms>.
  associatedtype Platform: Hashable & Comparable & Sendable = Never

  /// One version of a package.
  typealias Version = Versions.Version
}

/// A condition on a package, and the location that states it.
///
/// Represents both a requirement of the project and a dependency of a release.
package struct Dependency<World: Universe>: Hashable, Sendable {
  /// The required package.
  package let package: World.Package

  /// The versions that meet the condition.
  package let versions: World.Versions

  /// Whether the condition names a prerelease, which admits the prereleases of the package.
  package let admitsPrereleases: Bool

  /// The platforms that the project needs the package on, ascending. Empty for a dependency of a
  /// release, which needs the package wherever the release itself is needed.
  package let platforms: [World.Platform]

  /// The location that states the condition.
  package let origin: World.Origin

  /// Creates a condition on a package.
  package init(
    _ package: World.Package, _ versions: World.Versions, admitsPrereleases: Bool = false,
    on platforms: Set<World.Platform> = [], origin: World.Origin
  ) {
    self.package = package
    self.versions = versions
    self.admitsPrereleases = admitsPrereleases
    self.platforms = platforms.sorted()
    self.origin = origin
  }

  /// Returns this condition. If `isAdmitting` is true, it admits prereleases.
  package func admittingPrereleases(_ isAdmitting: Bool) -> Dependency {
    Dependency(
      package, versions, admitsPrereleases: admitsPrereleases || isAdmitting,
      on: Set(platforms), origin: origin)
  }

  /// Returns whether `other` is the same condition, regardless of its origin.
  func hasSameCondition(as other: Dependency) -> Bool {
    package == other.package && versions == other.versions
      && admitsPrereleases == other.admitsPrereleases
  }
}
