/// Translates a proof about sets of releases into one about sets of versions.
///
/// To the solver, a requirement that no release meets is empty, and two requirements without a
/// common release exclude each other. Readers see ranges, which may overlap, so the translation
/// adds a step for each leftover set that contains no release. See
/// <doc:Resolution#Sets-of-releases>.
struct ProofTranslation<World: Universe> {
  private let search: Search<World>

  /// The translated proof.
  private(set) var graph = DerivationGraph<World>()

  /// For each incompatibility translated so far, the index of its node.
  private var places: [IncompatibilityID: Int] = [:]

  /// For each set without a release, the index of the fact that states so.
  private var gaps: [DerivationGraph<World>.Condition: Int] = [:]

  /// Translates the proof of an incompatibility.
  init(of conclusion: IncompatibilityID, in search: Search<World>) {
    self.search = search
    let all = search.solver.incompatibilities
    var isReached = Set([conclusion])
    var pending = [conclusion]
    while let id = pending.popLast() {
      guard case .derived(let left, let right, _) = all[id.index].cause else { continue }
      for parent in [left, right] where isReached.insert(parent).inserted {
        pending.append(parent)
      }
    }
    // A derived incompatibility has a greater number than its parents.
    for id in isReached.sorted() {
      switch all[id.index].cause {
      case .fact(let number): places[id] = filled(graph.append(search.packageTable.fact(number)))
      case .derived(let left, let right, let package):
        guard let first = places[left], let second = places[right] else {
          preconditionFailure("a cause of a reached incompatibility was not reached")
        }
        let name = search.packageTable[package].name
        let left = withGap(first, before: second, on: name)
        let right = withGap(second, before: first, on: name)
        places[id] = filled(graph.append(resolving: left, with: right, on: name))
      }
    }
  }

  /// Returns the node obtained by resolving each negative term whose set contains no release with
  /// the fact that states so.
  private mutating func filled(_ node: Int) -> Int {
    var node = node
    for term in graph.nodes[node].terms where !term.isPositive {
      guard let package = search.packageTable.number(of: term.package),
        search.packageTable.releases(of: package, in: term.versions).isEmpty
      else { continue }
      node = graph.append(
        resolving: node, with: gap(term, in: search.packageTable[package].listing), on: term.package
      )
    }
    return node
  }

  /// Resolves `node` with the absence of releases that a requirement of the project would accept
  /// and that `node` does not forbid.
  ///
  /// Doing this before the requirement is used lets the proof end with the requirement.
  ///
  /// - Returns: The resolvent, or `node` if there are no such versions.
  private mutating func withGap(_ node: Int, before wish: Int, on name: World.Package) -> Int {
    guard case .fact(.wanted(let wanted)) = graph.nodes[wish].reason,
      let forbidden = graph.nodes[node].terms.first(where: { $0.package == name }),
      forbidden.isPositive, let package = search.packageTable.number(of: name)
    else { return node }
    let rest = wanted.versions.subtracting(forbidden.versions)
    guard !rest.isEmpty, search.packageTable.releases(of: package, in: rest).isEmpty else {
      return node
    }
    let term = DerivationGraph<World>.Condition(package: name, isPositive: false, versions: rest)
    return graph.append(
      resolving: node, with: gap(term, in: search.packageTable[package].listing), on: name)
  }

  /// Returns the node of the fact that explains why a set contains no release.
  private mutating func gap(
    _ term: DerivationGraph<World>.Condition, in listing: ReleaseTable<World>?
  ) -> Int {
    if let known = gaps[term] { return known }
    let fact: Fact<World> =
      switch listing?.absence {
      case .unknown: .unknownPackage(term.package)
      case .unavailable(let obstacle): .unavailable(term.package, .all, obstacle)
      case nil: .noVersion(term.package, term.versions)
      }
    let place = graph.append(fact)
    gaps[term] = place
    return place
  }
}
