extension ConflictReport {
  /// Creates a report if the requirements of the project on some package leave no version,
  /// published or not. Returns `nil` if every package has versions left.
  ///
  /// Requires no data from a provider.
  package init?(contradictionIn wanted: [Dependency<World>]) {
    var sets: [World.Package: World.Versions] = [:]
    for (index, dependency) in wanted.enumerated() {
      let rest = sets[dependency.package, default: .all].intersection(dependency.versions)
      sets[dependency.package] = rest
      if rest.isEmpty {
        let involved = wanted[...index].filter { $0.package == dependency.package }
        self.init(contradiction: Self.smallestContradiction(in: involved))
        return
      }
    }
    return nil
  }

  /// Returns a subset of contradictory requirements that still contradict each other, but no longer
  /// do if any one of them is removed.
  private static func smallestContradiction(in wanted: [Dependency<World>]) -> [Dependency<World>] {
    var kept = wanted
    for index in wanted.indices.reversed() {
      var fewer = kept
      fewer.remove(at: index)
      if fewer.reduce(World.Versions.all, { $0.intersection($1.versions) }).isEmpty { kept = fewer }
    }
    return kept
  }

  /// Creates a report whose proof resolves contradictory requirements on one package in sequence.
  private init(contradiction wanted: [Dependency<World>]) {
    let facts = wanted.map { Fact.wanted($0, on: nil) }
    var graph = DerivationGraph<World>(of: facts) { _ in [] }
    var conclusion: Int?
    for fact in facts {
      let leaf = graph.append(fact)
      conclusion =
        conclusion.map { graph.append(resolving: $0, with: leaf, on: PackageID(index: 0)) } ?? leaf
    }
    derivation = graph
    explanation = Explanation(of: graph)
    hints = []
    statistics = SearchStatistics(
      versionsTried: 0, conflicts: 0, incompatibilities: 0, forgotten: 0, packages: 0)
    releases = [:]
    hidden = [:]
  }
}
