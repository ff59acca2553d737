extension ConflictReport {
  /// Creates a report on requirements of the project that no version can meet, published or not.
  ///
  /// This needs no data from a provider.
  ///
  /// - Returns: `nil` if there is no such contradiction.
  package init?(contradictionIn wanted: [Dependency<World>]) {
    var sets: [World.Package: World.Versions] = [:]
    for (place, dependency) in wanted.enumerated() {
      let rest = sets[dependency.package, default: .all].intersection(dependency.versions)
      sets[dependency.package] = rest
      if rest.isEmpty {
        let involved = wanted[...place].filter { $0.package == dependency.package }
        self.init(contradiction: Self.smallestContradiction(in: involved))
        return
      }
    }
    return nil
  }

  /// Returns the requirements without those that the contradiction does not need.
  private static func smallestContradiction(in wanted: [Dependency<World>]) -> [Dependency<World>] {
    var kept = wanted
    for place in wanted.indices.reversed() {
      var fewer = kept
      fewer.remove(at: place)
      if fewer.reduce(World.Versions.all, { $0.intersection($1.versions) }).isEmpty { kept = fewer }
    }
    return kept
  }

  /// Creates a proof that resolves contradictory requirements on one package in sequence.
  private init(contradiction wanted: [Dependency<World>]) {
    var graph = DerivationGraph<World>()
    var conclusion: Int?
    for dependency in wanted {
      let leaf = graph.append(Fact.wanted(dependency))
      conclusion =
        conclusion.map { graph.append(resolving: $0, with: leaf, on: dependency.package) } ?? leaf
    }
    derivation = graph
    var builder = ExplanationBuilder(graph)
    explanation = builder.explanation()
    hints = []
    statistics = SearchStatistics(versionsTried: 0, conflicts: 0, incompatibilities: 0, packages: 0)
    releases = [:]
  }
}
