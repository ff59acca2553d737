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
  private(set) var graph = DerivationGraph<World>()

  /// For each incompatibility translated so far, the index of its node.
  private var nodeIndices: [IncompatibilityID: Int] = [:]

  /// For each set of versions without a release, the index of the node whose fact states why the
  /// set contains none.
  private var gaps: [DerivationGraph<World>.Condition: Int] = [:]

  /// Translates the proof of an incompatibility.
  init(of conclusion: IncompatibilityID, in search: Search<World>) {
    self.search = search
    let all = search.solver.incompatibilities
    // Parents have smaller indices than the incompatibilities derived from them, so the parents are
    // translated first.
    for id in search.solver.proof(of: conclusion) {
      switch all[id.index].cause {
      case .fact(let number):
        nodeIndices[id] = resolvingGaps(graph.append(search.packageTable.fact(number)))
      case .derived(let left, let right, let package):
        guard let first = nodeIndices[left], let second = nodeIndices[right] else {
          preconditionFailure("a cause of a reached incompatibility was not reached")
        }
        let subject = search.packageTable[package].subject
        let left = resolvingGap(first, before: second, on: subject)
        let right = resolvingGap(second, before: first, on: subject)
        nodeIndices[id] = resolvingGaps(graph.append(resolving: left, with: right, on: subject))
      }
    }
  }

  /// Eliminates the negative terms of a node whose sets contain no release: resolves the node with
  /// the fact that states why the set contains none.
  ///
  /// - Returns: The index of the last resolvent, or `node` if there is no such term.
  private mutating func resolvingGaps(_ node: Int) -> Int {
    var node = node
    for term in graph.nodes[node].terms where !term.isPositive && term.platform == nil {
      guard let package = search.packageTable.number(of: term.package),
        search.packageTable.releases(of: package, in: term.versions).isEmpty
      else { continue }
      node = graph.append(
        resolving: node, with: gap(term, in: search.packageTable[package].listing), on: term.subject
      )
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
    _ node: Int, before other: Int, on subject: TermSubject<World>
  ) -> Int {
    guard case .fact(.wanted(let wanted, nil)) = graph.nodes[other].reason,
      let forbidden = graph.nodes[node].terms.first(where: { $0.subject == subject }),
      forbidden.isPositive, let package = search.packageTable.number(of: subject)
    else { return node }
    let rest = wanted.versions.subtracting(forbidden.versions)
    guard !rest.isEmpty, search.packageTable.releases(of: package, in: rest).isEmpty else {
      return node
    }
    let term = DerivationGraph<World>.Condition(
      subject: subject, isPositive: false, versions: rest)
    return graph.append(
      resolving: node, with: gap(term, in: search.packageTable[package].listing), on: subject)
  }

  /// Returns the index of the node of the fact that states why a set contains no release, adding
  /// the node if it is new.
  private mutating func gap(
    _ term: DerivationGraph<World>.Condition, in listing: ReleaseTable<World>?
  ) -> Int {
    if let known = gaps[term] { return known }
    let fact: Fact<World> =
      switch listing?.absence {
      case .unknown: .unknownPackage(term.package)
      case .unavailable(let obstacle): .unavailable(term.package, .all, obstacle, on: nil)
      case nil: .noVersion(term.package, term.versions)
      }
    let nodeIndex = graph.append(fact)
    gaps[term] = nodeIndex
    return nodeIndex
  }
}
