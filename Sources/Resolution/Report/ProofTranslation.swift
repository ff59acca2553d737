/// Translates a proof about sets of releases into one about sets of versions.
///
/// To the solver, a requirement that no release meets is an empty set, and two requirements without
/// a common release are disjoint. As sets of versions they may be nonempty and may overlap, so the
/// translation adds a step for each remaining set of versions that contains no release. See
/// <doc:Resolution#Sets-of-releases>.
struct ProofTranslation<World: Universe> {
  /// The search that found no solution.
  private let search: Search<World>

  /// The translated proof.
  private(set) var graph: DerivationGraph<World>

  /// For each set of cells without a release, the index of the node whose fact states why the set
  /// contains none.
  private var gaps: [Term: Int] = [:]

  /// Translates the proof of an incompatibility.
  init(of conclusion: IncompatibilityID, in search: Search<World>) {
    self.search = search
    let all = search.solver.incompatibilities
    let proof = search.solver.proof(of: conclusion)
    var facts: [IncompatibilityID: Fact<World>] = [:]
    for id in proof {
      if case .fact(let number) = all[id.index].cause {
        facts[id] = search.packageTable.fact(number)
      }
    }
    graph = DerivationGraph(of: proof.compactMap { facts[$0] }) { name in
      search.packageTable.number(of: name).flatMap { search.packageTable[$0].listing?.versions }
        ?? []
    }
    // Parents have smaller indices than the incompatibilities derived from them, so the parents are
    // translated first.
    var nodes: [IncompatibilityID: Int] = [:]
    // The numbers in the graph, looked up once for each package and not for each step.
    var numbers: [PackageID: PackageID] = [:]
    for id in proof {
      if let fact = facts[id] { nodes[id] = resolvingGaps(graph.append(fact)) }
      guard case .derived(let derivation) = all[id.index].cause else { continue }
      defer { graph.storeLastTerms() }
      nodes[id] = derivation.steps.reduce(nodes[derivation.start]) { left, step in
        guard let left, let right = nodes[step.id],
          let subject = numbers[step.package]
            ?? graph.number(of: search.packageTable[step.package].subject)
        else { preconditionFailure("a cause of a reached incompatibility was not reached") }
        numbers[step.package] = subject
        return resolvingGaps(
          graph.append(
            resolving: resolvingGap(left, before: right, on: subject),
            with: resolvingGap(right, before: left, on: subject), on: subject))
      }
    }
    let isProven = graph.nodes.indices.last.map { graph.storedTerms(of: $0).isEmpty }
    precondition(isProven ?? false, "a proof ends with an incompatibility that has terms")
  }

  /// Eliminates the negative terms of a node whose sets contain no release: resolves the node with
  /// the fact that states why the set contains none.
  ///
  /// - Returns: The index of the last resolvent, or `node` if there is no such term.
  private mutating func resolvingGaps(_ node: Int) -> Int {
    var node = node
    for term in graph.storedTerms(of: node) where !term.isPositive {
      guard let cells = graph.cells[term.package.index],
        term.releases.isDisjoint(with: cells.inhabited)
      else { continue }
      node = graph.append(resolving: node, with: gap(term.negation), on: term.package)
    }
    return node
  }

  /// Resolves `node` with the fact that no release is among the versions that a requirement of the
  /// project accepts and `node` does not forbid.
  ///
  /// This step precedes the resolution with the requirement, so that the proof can end with the
  /// requirement. See <doc:Resolution#Explanation> for an example.
  ///
  /// - Parameters:
  ///   - node: The index of a node.
  ///   - other: The index of the node to be resolved with `node` next.
  ///   - subject: The subject on which the two are resolved.
  /// - Returns: The index of the resolvent, or `node` if `other` is not a requirement of the
  ///   project, if there are no such versions, or if one of them is a release.
  private mutating func resolvingGap(
    _ node: Int, before other: Int, on subject: PackageID
  ) -> Int {
    guard graph.parents(of: other) == nil, case .wanted(_, nil)? = graph.fact(of: other),
      let wanted = graph.storedTerms(of: other).first, let cells = graph.cells[subject.index],
      let forbidden = graph.storedTerms(of: node).first(where: { $0.package == subject }),
      forbidden.isPositive
    else { return node }
    let rest = wanted.releases.subtracting(forbidden.releases)
    guard !rest.isEmpty, rest.isDisjoint(with: cells.inhabited) else { return node }
    return graph.append(resolving: node, with: gap(Term(subject, rest)), on: subject)
  }

  /// Returns the index of the node of the fact that states why a set contains no release, adding
  /// the node if it is new.
  private mutating func gap(_ term: Term) -> Int {
    if let known = gaps[term] { return known }
    let condition = graph.condition(term)
    let listing = search.packageTable.number(of: condition.package).flatMap {
      search.packageTable[$0].listing
    }
    let fact: Fact<World> =
      switch listing?.absence {
      case .unknown: .unknownPackage(condition.package)
      case .unavailable(let obstacle): .unavailable(condition.package, .all, obstacle, on: nil)
      case nil: .noVersion(condition.package, condition.versions)
      }
    let node = graph.append(fact, terms: listing?.absence == nil ? [term] : nil)
    gaps[term] = node
    return node
  }
}
