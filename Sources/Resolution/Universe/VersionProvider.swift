/// Where the solver gets package data, possibly as slow as a network.
///
/// Each package is requested once per solution, each release at most once; likely needs are
/// requested ahead, several at once. The order of answers does not affect the solution.
package protocol VersionProvider<World>: Sendable {
  associatedtype World: Universe

  /// What stops the whole search, such as an unreachable source. What makes one version unusable
  /// is not an error but an `Obstacle`, which the solver works around and explains.
  associatedtype Failure: Error

  /// The releases of a package.
  func listing(of package: World.Package) async throws(Failure) -> PackageListing<World>

  /// What one release needs. Asked only for releases whose listing left it open.
  func needs(
    of package: World.Package, at version: World.Version
  ) async throws(Failure) -> ReleaseNeeds<World>
}
