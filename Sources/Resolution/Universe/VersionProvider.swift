/// A source of package data, which may require network access.
///
/// Each package and each release is requested at most once per resolution. Data that will
/// probably be needed is requested ahead of time, with several requests at once. The order of the
/// responses does not affect the outcome.
package protocol VersionProvider<World>: Sendable {
  /// The packages and versions that the provider describes.
  associatedtype World: Universe

  /// An error that ends the whole search, such as an unreachable source. A problem with a single
  /// version is not an error but an ``Obstacle``, which the solver works around and explains.
  associatedtype Failure: Error

  /// Returns the releases of a package.
  func listing(of package: World.Package) async throws(Failure) -> PackageListing<World>

  /// Returns what one release needs. Called only for releases whose listing omits it.
  func needs(
    of package: World.Package, at version: World.Version
  ) async throws(Failure) -> ReleaseNeeds<World>
}
