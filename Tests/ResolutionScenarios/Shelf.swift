package import Resolution

/// A provider with all data in memory.
package struct Shelf<World: Universe>: VersionProvider {
  /// The releases of each package, most preferred first.
  package var releases: [World.Package: [PackageRelease<World>]]

  /// For names without a package, the names that resemble them.
  package var similar: [World.Package: [World.Package]] = [:]

  /// Creates a provider of the given releases, most preferred first for each package.
  package init(releases: [World.Package: [PackageRelease<World>]] = [:]) {
    self.releases = releases
  }

  /// Returns the releases of a package.
  package func listing(of package: World.Package) async throws(Never) -> PackageListing<World> {
    releases[package].map { .releases($0) } ?? .unknown(similar: similar[package] ?? [])
  }

  /// Reports the dependencies as unavailable. Called only for releases that are stored without
  /// dependencies.
  package func needs(
    of package: World.Package, at version: World.Version
  ) async throws(Never) -> ReleaseNeeds<World> {
    .unavailable(.metadata(detail: "not on the shelf"))
  }
}
