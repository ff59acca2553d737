/// The outcome of a resolution.
package enum ResolutionOutcome<World: Universe>: Sendable {
  /// Versions that meet every requirement.
  case solution(Solution<World>)

  /// There is no solution, for the reasons in the report.
  case conflict(ConflictReport<World>)

  /// The search reached its time limit. The packages are those that took part in the most
  /// conflicts, ascending.
  case undecided([World.Package], SearchStatistics)
}

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
}

/// The amount of work that a search took.
package struct SearchStatistics: Hashable, Sendable {
  /// The number of times that a version was tried, including repeated tries of the same version.
  package let versionsTried: Int

  /// The number of contradictions resolved.
  package let conflicts: Int

  /// The number of incompatibilities added or derived.
  package let incompatibilities: Int

  /// The number of packages encountered.
  package let packages: Int
}

/// The reason why a search ended without an outcome.
package enum SearchError<Failure: Error>: Error {
  /// The provider failed in a way that is not specific to one version.
  case provider(Failure)

  /// The task was canceled.
  case cancelled
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
