/// The world that a solution is sought in: what packages are called, how sets of their versions
/// are written, and what says where a requirement comes from.
///
/// One type bundles the three, so that everything that speaks about a world has one parameter.
/// A universe is a namespace: it is never instantiated.
package protocol Universe: Sendable {
  /// The name of a package.
  associatedtype Package: Hashable & Comparable & Sendable

  /// A set of versions of one package.
  associatedtype Versions: VersionSetAlgebra

  /// Who asks for something: a line of a file, or a release as its source describes it.
  /// The solver carries it into the explanation and never looks inside.
  associatedtype Origin: Hashable & Sendable

  typealias Version = Versions.Version
}

/// A condition on a package with the place that states it.
///
/// The project's own requirements have this form, and so has what a release needs of others.
package struct Dependency<World: Universe>: Hashable, Sendable {
  /// The package that is wanted.
  package let package: World.Package

  /// The versions that will do.
  package let versions: World.Versions

  /// Whether it names a prerelease, which admits those of the package to the choice.
  package let admitsPrereleases: Bool

  /// Where this is said.
  package let origin: World.Origin

  package init(
    _ package: World.Package, _ versions: World.Versions, admitsPrereleases: Bool = false,
    origin: World.Origin
  ) {
    self.package = package
    self.versions = versions
    self.admitsPrereleases = admitsPrereleases
    self.origin = origin
  }

  /// Whether `other` wants the same, whoever says so.
  func wantsTheSame(as other: Dependency) -> Bool {
    package == other.package && versions == other.versions
      && admitsPrereleases == other.admitsPrereleases
  }
}
