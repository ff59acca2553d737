/// A choice of one version for each package that is needed, and for no other package.
package struct Solution<World: Universe>: Sendable {
  /// A requirement that led to the choice of a package.
  package struct Request: Sendable {
    /// The release that has the requirement, or `nil` for a requirement of the project itself.
    package let requester: (package: World.Package, version: World.Version)?

    /// The required package and versions.
    package let dependency: Dependency<World>
  }

  /// The chosen version of each package.
  package let versions: [World.Package: World.Version]

  /// The requirements that the choice meets: those of the project in order, then those of the
  /// releases, sorted by package.
  package let requests: [Request]

  /// The amount of work that the search took.
  package let statistics: SearchStatistics

  /// Returns the solution with the versions of further packages. They have no dependencies, and no
  /// release of the solution depends on them.
  package func adding(_ others: [World.Package: World.Version]) -> Solution {
    Solution(
      versions: others.merging(versions) { _, own in own }, requests: requests,
      statistics: statistics)
  }
}

extension Solution {
  /// Creates the solution of a search that ended with `Search.Step.solved`.
  init(_ search: Search<World>) {
    let packageTable = search.packageTable
    var versions: [World.Package: World.Version] = [:]
    var chosen: [(name: World.Package, version: World.Version, needs: [Dependency<World>])] = []
    for decision in search.solution {
      guard let listing = packageTable[decision.package].listing else { continue }
      let version = listing.versions[decision.position]
      let name = packageTable[decision.package].subject.package
      versions[name] = version
      chosen.append((name, version, listing.needs[decision.position] ?? []))
    }
    self.versions = versions
    requests =
      search.request.wanted.map { Request(requester: nil, dependency: $0) }
      + chosen.sorted { $0.name < $1.name }.flatMap { release in
        release.needs.map {
          Request(requester: (release.name, release.version), dependency: $0)
        }
      }
    statistics = search.statistics
  }
}
