/// The reasons why there is no solution, as data.
package struct ConflictReport<World: Universe>: Sendable {
  /// The complete proof as a graph.
  package let derivation: DerivationGraph<World>

  /// The proof as lines for a human reader.
  package let explanation: Explanation<World>

  /// Suggestions for resolving the conflict, the most helpful first.
  package internal(set) var hints: [ConflictHint<World>]

  /// The amount of work that the search took.
  package let statistics: SearchStatistics

  /// For each package in the proof, the releases that can be chosen, ascending.
  ///
  /// Used to present a set of versions that contains a single release as that release.
  package let releases: [World.Package: [World.Version]]

  /// For each package in the proof, the releases that cannot be chosen, most preferred first.
  package let hidden: [World.Package: [PackageRelease<World>]]
}

extension ConflictReport {
  /// Creates the report on a search that ended with the incompatibility `conclusion`. Its hints are
  /// facts about the universe. ``Remedy`` adds those that must be solved first.
  init(_ conclusion: IncompatibilityID, _ search: Search<World>) {
    derivation = ProofTranslation(of: conclusion, in: search).graph
    explanation = Explanation(of: derivation)
    hints = HintFinder(search: search, graph: derivation).hints()
    statistics = search.statistics
    var releases: [World.Package: [World.Version]] = [:]
    var hidden: [World.Package: [PackageRelease<World>]] = [:]
    for name in Set(derivation.subjects.map(\.package)) {
      let listing = search.packageTable.number(of: name)
        .flatMap { search.packageTable[$0].listing }
      releases[name] = listing?.versions ?? []
      hidden[name] = listing?.hidden ?? []
    }
    self.releases = releases
    self.hidden = hidden
  }

  /// Adds hints that were solved: hidden versions before all others, changes of requirements after
  /// them.
  mutating func add(_ solved: [ConflictHint<World>]) {
    let hidden = solved.filter(\.isHiddenVersion)
    let facts = hints.filter { !hidden.contains($0) }
    hints = hidden + facts + solved.filter { !$0.isHiddenVersion }
  }
}
