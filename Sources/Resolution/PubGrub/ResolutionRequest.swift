/// What a search is to solve: the requirements of a project, and what it prefers.
struct ResolutionRequest<World: Universe>: Sendable {
  /// The requirements of the project.
  var wanted: [Dependency<World>]

  /// Returns the conditions that the project places on a package if another package needs it.
  var limits: @Sendable (World.Package) -> [Dependency<World>] = { _ in [] }

  /// The versions to keep unless an incompatibility rules them out.
  var locked: [World.Package: World.Version] = [:]

  /// The number of conflicts after which the search removes all decisions for the first time.
  var restartInterval = 100

  /// For a package, a version that can be chosen in spite of its obstacle.
  var revealed: [World.Package: World.Version] = [:]
}

extension PackageListing {
  /// Returns the listing without the obstacle of one version.
  func revealing(_ version: World.Version) -> PackageListing {
    guard case .releases(let releases) = self else { return self }
    return .releases(
      releases.map { release in
        release.version == version
          ? PackageRelease(
            version, dependencies: release.dependencies,
            platformObstacles: release.platformObstacles) : release
      })
  }
}
