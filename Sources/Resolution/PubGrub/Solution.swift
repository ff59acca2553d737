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
    var names: [World.Package] = []
    var chosen: [Decider.Decision] = []
    for decision in search.solution {
      guard let listing = packageTable[decision.package].listing else { continue }
      let name = packageTable[decision.package].subject.package
      versions[name] = listing.versions[decision.position]
      names.append(name)
      chosen.append(decision)
    }
    var requests = search.request.wanted.map { Request(requester: nil, dependency: $0) }
    // Sorts indices, because moving values of an unspecialized type is slow.
    for index in names.indices.sorted(by: { names[$0] < names[$1] }) {
      guard let version = versions[names[index]] else { continue }
      let (package, position) = (chosen[index].package, chosen[index].position)
      for dependency in packageTable.needs(of: package, at: position) ?? [] {
        requests.append(Request(requester: (names[index], version), dependency: dependency))
      }
    }
    self.versions = versions
    self.requests = requests
    statistics = search.statistics
  }
}
