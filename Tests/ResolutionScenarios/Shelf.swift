package import Resolution

/// A provider that has everything at hand.
package struct Shelf<World: Universe>: VersionProvider {
  /// The releases of each package, the preferred one first.
  package var releases: [World.Package: [PackageRelease<World>]]

  /// For names without a package: what they look like.
  package var similar: [World.Package: [World.Package]] = [:]

  package init(releases: [World.Package: [PackageRelease<World>]] = [:]) {
    self.releases = releases
  }

  package func listing(of package: World.Package) async throws(Never) -> PackageListing<World> {
    releases[package].map { .releases($0) } ?? .unknown(similar: similar[package] ?? [])
  }

  package func needs(
    of package: World.Package, at version: World.Version
  ) async throws(Never) -> ReleaseNeeds<World> {
    .unavailable(.metadata(detail: "not on the shelf"))
  }
}
