/// A source of package data, which may require network access.
///
/// A resolution requests each listing and the dependencies of each release at most once. It may
/// send several requests at the same time, and requests data ahead of time that it will probably
/// need. The order of the responses does not affect the outcome.
package protocol VersionProvider<World>: Sendable {
  /// The packages and versions that the provider describes.
  associatedtype World: Universe

  /// An error that ends the whole search, such as an unreachable source. A problem with a single
  /// version is not an error but an ``Obstacle``, which the solver works around and explains.
  associatedtype Failure: Error

  /// Returns the releases of a package.
  ///
  /// - Throws: `Failure` if the data cannot be retrieved. The error ends the search if the search
  ///   needs the data.
  func listing(of package: World.Package) async throws(Failure) -> PackageListing<World>

  /// Returns the dependencies of a release. Called only for releases whose listing omits them.
  ///
  /// - Throws: `Failure` if the data cannot be retrieved. The error ends the search if the search
  ///   needs the data.
  func needs(
    of package: World.Package, at version: World.Version
  ) async throws(Failure) -> ReleaseNeeds<World>
}
