/// Something known of the world that makes versions incompatible: a leaf of the derivation graph.
///
/// Nothing here depends on what the search has guessed. See <doc:Resolution#Facts>.
package enum Fact<World: Universe>: Hashable, Sendable {
  /// The project wants a package.
  case wanted(Dependency<World>)

  /// Where the package is chosen at all, the project admits only some versions of it.
  case limited(Dependency<World>)

  /// These versions of a package need another one. The origin is that of one of them.
  case needed(by: World.Package, at: World.Versions, Dependency<World>)

  /// No version in the set exists that can be chosen.
  case noVersion(World.Package, World.Versions)

  /// No source has a package of this name.
  case unknownPackage(World.Package)

  /// The versions exist and cannot be chosen: found out when they were asked for.
  case unavailable(World.Package, World.Versions, Obstacle)
}
