/// One version of a package as a source lists it.
package struct PackageRelease<World: Universe>: Sendable {
  /// The version.
  package let version: World.Version

  /// What forbids choosing this version; nil if it can be chosen.
  ///
  /// A forbidden version is still listed, so that an explanation can mention it.
  package let obstacle: Obstacle?

  /// What the version needs; nil means that the provider must be asked for it.
  package let dependencies: [Dependency<World>]?

  package init(
    _ version: World.Version, obstacle: Obstacle? = nil, dependencies: [Dependency<World>]? = nil
  ) {
    self.version = version
    self.obstacle = obstacle
    self.dependencies = dependencies
  }
}

/// Why a version that exists cannot be chosen.
package enum Obstacle: Hashable, Sendable {
  /// It is a prerelease. Lifted for the whole search where a requirement of the project, or of a
  /// release that is tried, names a prerelease of the package.
  case prerelease

  /// Its author withdrew it; the reason as the source gives it, nil if it gives none.
  case yanked(reason: String?)

  /// It is younger than the project accepts. Both times are seconds since 1970-01-01 UTC.
  case cooldown(released: Int, eligible: Int)

  /// It has no artifact for these platforms, named as the manifest names them.
  case platforms([String])

  /// The source lists it, and what it needs cannot be found out. The detail is the source's own.
  case metadata(detail: String)
}

/// What a provider knows of a package.
package enum PackageListing<World: Universe>: Sendable {
  /// Its releases, the one to be preferred first.
  case releases([PackageRelease<World>])

  /// There is no such package; names that look like it, the nearest first.
  case unknown(similar: [World.Package])

  /// The package is there, and its releases cannot be listed.
  case unavailable(Obstacle)
}

/// What a provider knows of the needs of one release.
package enum ReleaseNeeds<World: Universe>: Sendable {
  /// The conditions on other packages.
  case dependencies([Dependency<World>])

  /// The needs cannot be found out, so the release cannot be chosen.
  case unavailable(Obstacle)
}
