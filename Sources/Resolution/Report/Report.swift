/// Why there is no solution, as data.
package struct Report<World: Universe>: Sendable {
  /// The whole proof, for readers that are programs.
  package let derivation: DerivationGraph<World>

  package let effort: Effort
}

extension Report {
  init(_ conclusion: IncompatibilityID, _ search: Search<World>) {
    derivation = Replay(of: conclusion, in: search).graph
    effort = search.effort
  }
}
