/// Why there is no solution, as data.
package struct ConflictReport<World: Universe>: Sendable {
  /// The whole proof, for readers that are programs.
  package let derivation: DerivationGraph<World>

  /// The proof in lines, for people.
  package let explanation: Explanation<World>

  /// What might help.
  package let hints: [ConflictHint<World>]

  package let statistics: SearchStatistics

  /// The releases that can be chosen, ascending, of each package in the proof. With them a set of
  /// versions that stands for one release can be called by that.
  package let releases: [World.Package: [World.Version]]
}

extension ConflictReport {
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
