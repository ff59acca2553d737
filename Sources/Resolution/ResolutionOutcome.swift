/// What a search came to.
package enum ResolutionOutcome<World: Universe>: Sendable {
  /// Versions that fulfil every requirement.
  case solution(Solution<World>)

  /// There are none; the report says why.
  case conflict(ConflictReport<World>)
}

/// One version of every package that is needed, and no other package.
package struct Solution<World: Universe>: Sendable {
  /// A package that was chosen because another one needs it, or the project wants it.
  package struct Request: Sendable {
    /// The release that needs it; nil where the project itself wants it.
    package let requester: (package: World.Package, version: World.Version)?

    /// What is wanted.
    package let dependency: Dependency<World>
  }

  /// The chosen version of each package.
  package let versions: [World.Package: World.Version]

  /// Requirements that the choice satisfies: the project's in order, then the releases' by name.
  package let requests: [Request]

  package let statistics: SearchStatistics
}

/// How much work a search was.
package struct SearchStatistics: Hashable, Sendable {
  /// How often a version was picked to be tried: at least once for each package of a solution.
  package let versionsTried: Int

  /// How often a contradiction was resolved.
  package let conflicts: Int

  /// How many incompatibilities were met or learnt.
  package let incompatibilities: Int

  /// How many packages were met.
  package let packages: Int
}

/// Why a search ended without an outcome.
package enum SearchError<Failure: Error>: Error {
  /// The provider failed in a way that is no property of one version.
  case provider(Failure)

  /// The task was cancelled.
  case cancelled

  /// The deadline that the caller set has passed.
  case deadlineExceeded
}

extension Solution {
  /// Reads the solution off a search that is solved.
  init(_ search: Search<World>) {
    let packageTable = search.packageTable
    var versions: [World.Package: World.Version] = [:]
    var chosen: [(name: World.Package, version: World.Version, needs: [Dependency<World>])] = []
    for decision in search.decisions {
      guard let listing = packageTable[decision.package].listing else { continue }
      let version = listing.versions[decision.place]
      let name = packageTable[decision.package].name
      versions[name] = version
      chosen.append((name, version, listing.needs[decision.place] ?? []))
    }
    self.versions = versions
    requests =
      search.wanted.map { Request(requester: nil, dependency: $0) }
      + chosen.sorted { $0.name < $1.name }.flatMap { release in
        release.needs.map {
          Request(requester: (release.name, release.version), dependency: $0)
        }
      }
    statistics = search.statistics
  }
}
