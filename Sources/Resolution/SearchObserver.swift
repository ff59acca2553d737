/// Is told of each step of a search, to trace it.
package protocol SearchObserver<World>: Sendable {
  associatedtype World: Universe

  /// A step was made.
  func observe(_ event: SearchEvent<World>)
}

/// A step of a search.
package enum SearchEvent<World: Universe>: Sendable {
  /// The provider is asked.
  case asked(Request<World>)

  /// A version was picked; `isPossible` is false if a need of it is known to be unmet.
  case tried(World.Package, World.Version, isPossible: Bool)

  /// A contradiction was met and led to this; the decisions above `level` were taken back.
  case learnt([DerivationGraph<World>.Term], level: Int)
}
