/// A fact about the universe that makes versions incompatible: a leaf of the derivation graph.
///
/// Facts do not depend on the decisions of the search. See <doc:Resolution#Facts>.
package enum Fact<World: Universe>: Hashable, Sendable {
  /// A term about one subject, with a set of versions instead of a set of releases.
  package struct Condition: Hashable, Sendable {
    package let subject: TermSubject<World>

    /// Whether the condition is that a version in the set is chosen, rather than that none is.
    package let isPositive: Bool

    /// The versions. All or none if the subject is the need for a package on a platform.
    package let versions: World.Versions

    package var package: World.Package { subject.package }
    package var platform: World.Platform? { subject.platform }
  }

  /// The project requires a package. With a platform, the project needs the package there, in
  /// whatever version.
  case wanted(Dependency<World>, on: World.Platform?)

  /// If a package is chosen at all, the project accepts only some of its versions.
  case limited(Dependency<World>)

  /// These versions of a package need another package. The origin of the dependency is
  /// taken from one of these versions. With a platform, they need the other package on that
  /// platform, if they are needed there themselves.
  case needed(by: World.Package, at: World.Versions, Dependency<World>, on: World.Platform?)

  /// No version in the set can be chosen.
  case noVersion(World.Package, World.Versions)

  /// No source has a package of this name.
  case unknownPackage(World.Package)

  /// The versions exist but cannot be chosen. The provider reported the obstacle in response to a
  /// request for their data. With a platform, they cannot be chosen if the package is needed there.
  case unavailable(World.Package, World.Versions, Obstacle, on: World.Platform?)

  /// The versions are prereleases. If these releases of other packages are chosen, no chosen
  /// release names a prerelease of the package.
  case unnamedPrerelease(World.Package, World.Versions, with: [Condition])
}
