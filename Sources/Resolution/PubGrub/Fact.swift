/// A fact about the universe that makes versions incompatible: a leaf of the derivation graph.
///
/// Facts do not depend on the decisions of the search. See <doc:Resolution#Facts>.
package enum Fact<World: Universe>: Hashable, Sendable {
  /// The project requires a package.
  case wanted(Dependency<World>)

  /// The project accepts only some versions of a package, if it is chosen at all.
  case limited(Dependency<World>)

  /// These versions of a package need another package. The dependency has the origin of one of
  /// the versions.
  case needed(by: World.Package, at: World.Versions, Dependency<World>)

  /// No version in the set can be chosen.
  case noVersion(World.Package, World.Versions)

  /// No source has a package of this name.
  case unknownPackage(World.Package)

  /// The versions exist but cannot be chosen. This was discovered when their data was requested.
  case unavailable(World.Package, World.Versions, Obstacle)
}
