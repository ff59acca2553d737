/// Retells a proof that the solver found in sets of releases as one in sets of versions.
///
/// For the solver, a requirement that no release meets is empty, and two without a common release
/// exclude each other. Readers see ranges, which may overlap, so a step is added for each leftover
/// set without a release. See <doc:Resolution#Releases-for-sets>.
struct ProofTranslation<World: Universe> {
  private let search: Search<World>
  private(set) var graph = DerivationGraph<World>()
  private var places: [IncompatibilityID: Int] = [:]
  private var gaps: [DerivationGraph<World>.Condition: Int] = [:]

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
    // A derived incompatibility has a greater number than those that it comes from.
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

  /// Resolves a node with absent releases until no term is always true of the existing releases.
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

  /// What `node` comes to where releases are missing of what the project wants and `node` forbids no more than there are: put in
  /// before the wish is used up, so that the wish is what the proof ends with.
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
