/// Where the solver learns of packages. It may be as slow as a network.
///
/// Each package is asked for once in a solution, each release at most once, and what will probably be needed is asked for ahead of
/// time, several requests at once. The answers decide the solution; the order in which they arrive does not.
package protocol VersionProvider<World>: Sendable {
  associatedtype World: Universe

  /// What stops the whole search, such as an unreachable source. What makes one version unusable
  /// is not an error but an `Obstacle`, which the solver works around and explains.
  associatedtype Failure: Error

  /// The releases of a package.
  func listing(of package: World.Package) async throws(Failure) -> Listing<World>

  /// What one release needs. Asked only for releases whose listing left it open.
  func needs(
    of package: World.Package, at version: World.Version
  ) async throws(Failure) -> Needs<World>
}
