/// The reasons why there is no solution, as data.
package struct ConflictReport<World: Universe>: Sendable {
  /// The complete proof as a graph.
  package let derivation: DerivationGraph<World>

  /// The proof as lines for a human reader.
  package let explanation: Explanation<World>

  /// Suggestions for resolving the conflict.
  package let hints: [ConflictHint<World>]

  /// The amount of work that the search took.
  package let statistics: SearchStatistics

  /// For each package in the proof, the releases that can be chosen, ascending.
  ///
  /// Used to present a set of versions that contains a single release as that release.
  package let releases: [World.Package: [World.Version]]
}

extension ConflictReport {
  /// Creates the report on a search that ended with the incompatibility `conclusion`.
  init(_ conclusion: IncompatibilityID, _ search: Search<World>) {
    derivation = ProofTranslation(of: conclusion, in: search).graph
    var builder = ExplanationBuilder(derivation)
    explanation = builder.explanation()
    hints = HintFinder(search: search, graph: derivation).hints()
    statistics = search.statistics
    var releases: [World.Package: [World.Version]] = [:]
    for term in derivation.nodes.flatMap(\.terms) where releases[term.package] == nil {
      releases[term.package] =
        search.packageTable.number(of: term.package)
        .flatMap { search.packageTable[$0].listing?.versions } ?? []
    }
    self.releases = releases
  }
}
