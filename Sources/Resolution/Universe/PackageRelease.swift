/// A version of a package as listed by a source.
package struct PackageRelease<World: Universe>: Sendable {
  package let version: World.Version

  /// The reasons why this version cannot be chosen. Empty if it can be.
  ///
  /// A version with obstacles is still listed, so that a hint can mention it with all of them.
  package let obstacles: [Obstacle]

  /// The dependencies of the version, or `nil` if the listing omits them. The solver then requests
  /// them when it tries the version.
  package let dependencies: [Dependency<World>]?

  /// The reasons why the version cannot be chosen if the package is needed on a platform. Empty if
  /// the listing omits the dependencies.
  package let platformObstacles: [World.Platform: Obstacle]

  /// Whether there are any `platformObstacles`. Few releases have any, and reading the others would
  /// take much of the time of a search.
  let hasPlatformObstacles: Bool

  /// Whether the only obstacle is that the version is a prerelease.
  var isHiddenPrerelease: Bool { obstacles == [.prerelease] }

  /// Returns the release without an obstacle.
  func without(_ obstacle: Obstacle) -> PackageRelease {
    obstacles.contains(obstacle)
      ? PackageRelease(
        version, obstacles: obstacles.filter { $0 != obstacle }, dependencies: dependencies,
        platformObstacles: platformObstacles) : self
  }

  /// Creates a release that can be chosen unless it has an obstacle.
  package init(
    _ version: World.Version, obstacles: [Obstacle] = [],
    dependencies: [Dependency<World>]? = nil,
    platformObstacles: [World.Platform: Obstacle] = [:]
  ) {
    self.version = version
    self.obstacles = obstacles
    self.dependencies = dependencies
    self.platformObstacles = platformObstacles
    hasPlatformObstacles = !platformObstacles.isEmpty
  }
}

/// A reason why an existing version cannot be chosen.
package enum Obstacle: Hashable, Sendable {
  /// The version is a prerelease. It can be chosen only if a requirement of the project or of a
  /// chosen release names a prerelease of the package.
  case prerelease

  /// The author withdrew the version. The reason is the one that the source states, or `nil` if
  /// it states none.
  case yanked(reason: String?)

  /// The version, published at the time `released`, is more recent than the project accepts. It can
  /// be chosen from the time `eligible` on. Both times are in seconds since 1970-01-01 UTC.
  case cooldown(released: Int, eligible: Int)

  /// The project accepts only versions of a minimum age, and the age of this one is unknown.
  case undated

  /// The project's update permits only smaller steps, such as `patch`, from the locked version.
  case step(limit: String)

  /// The version has no artifact for these platforms, named as in the manifest. The list is empty
  /// if the version has no artifact for any platform.
  case platforms([String])

  /// The version is listed, but its dependencies cannot be determined. `detail` is the text that a
  /// message displays, such as an invalid dependency.
  case metadata(detail: String)
}

/// A provider's response to a request for the releases of a package.
package enum PackageListing<World: Universe>: Sendable {
  /// The releases, most preferred first.
  case releases([PackageRelease<World>])

  /// There is no such package. Similar names are listed, most similar first.
  case unknown(similar: [World.Package])

  /// The package exists, but its releases cannot be listed.
  case unavailable(Obstacle)
}

/// A provider's response to a request for the dependencies of one release.
package enum ReleaseNeeds<World: Universe>: Sendable {
  /// The conditions on other packages, and the reasons why the release cannot be chosen if its
  /// package is needed on a platform.
  case dependencies([Dependency<World>], platformObstacles: [World.Platform: Obstacle] = [:])

  /// The dependencies cannot be determined, so the release cannot be chosen.
  case unavailable(Obstacle)
}
