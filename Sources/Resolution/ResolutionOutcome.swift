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

/// The reason why a search ended without an outcome.
package enum SearchError<Failure: Error>: Error {
  /// The provider failed in a way that is not specific to one version.
  case provider(Failure)

  /// The task was canceled.
  case cancelled
}
