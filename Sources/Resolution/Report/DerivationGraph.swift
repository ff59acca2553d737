/// The proof that there is no solution, as a graph of values.
///
/// See <doc:Resolution#Derivation-graph>. Leaves are facts; every other node follows from two.
package struct DerivationGraph<World: Universe>: Sendable {
  /// What a node says of one package.
  package struct Condition: Hashable, Sendable {
    package let package: World.Package

    /// True: a version out of the set is chosen. False: none out of the set is.
    package let isPositive: Bool
    package let versions: World.Versions
  }

  /// Terms that cannot all be true, and why.
  package struct Node: Sendable {
    /// Sorted by package; none in the last node, which says that there is no solution.
    package let terms: [Condition]
    package let reason: Reason
  }

  package enum Reason: Sendable {
    case fact(Fact<World>)

    /// Places in `nodes` of the two that it follows from, both before it.
    case derived(Int, Int)
  }

  /// Every node after those that it follows from; the last one is the conclusion.
  package private(set) var nodes: [Node] = []

  /// How many nodes follow directly from each node.
  package private(set) var uses: [Int] = []

  /// Adds a leaf and returns its place.
  mutating func append(_ fact: Fact<World>) -> Int {
    nodes.append(Node(terms: fact.terms, reason: .fact(fact)))
    uses.append(0)
    return nodes.count - 1
  }

  /// Adds what follows from two nodes by resolution on a package, and returns its place.
  mutating func append(resolving left: Int, with right: Int, on package: World.Package) -> Int {
    var terms: [World.Package: Condition] = [:]
    for term in nodes[left].terms + nodes[right].terms {
      guard let other = terms[term.package] else {
        terms[term.package] = term
        continue
      }
      terms[term.package] = term.package == package ? other.union(term) : other.intersection(term)
    }
    uses[left] += 1
    uses[right] += 1
    nodes.append(
      Node(
        terms: terms.values.filter { !$0.isAlwaysTrue }.sorted { $0.package < $1.package },
        reason: .derived(left, right)))
    uses.append(0)
    return nodes.count - 1
  }
}

extension DerivationGraph.Condition {
  var isAlwaysTrue: Bool { !isPositive && versions.isEmpty }
  var isNeverTrue: Bool { isPositive && versions.isEmpty }

  /// As with the solver's `Term`, in sets of versions. Both are about the same package.
  func intersection(_ other: Self) -> Self {
    switch (isPositive, other.isPositive) {
    case (true, true): with(true, versions.intersection(other.versions))
    case (true, false): with(true, versions.subtracting(other.versions))
    case (false, true): with(true, other.versions.subtracting(versions))
    case (false, false): with(false, versions.union(other.versions))
    }
  }

  /// As with the solver's `Term`, in sets of versions. Both are about the same package.
  func union(_ other: Self) -> Self {
    switch (isPositive, other.isPositive) {
    case (true, true): with(true, versions.union(other.versions))
    case (true, false): with(false, other.versions.subtracting(versions))
    case (false, true): with(false, versions.subtracting(other.versions))
    case (false, false): with(false, versions.intersection(other.versions))
    }
  }

  private func with(_ isPositive: Bool, _ versions: World.Versions) -> Self {
    Self(package: package, isPositive: isPositive, versions: versions)
  }
}

extension Fact {
  /// The fact as terms that cannot all be true.
  var terms: [DerivationGraph<World>.Condition] {
    switch self {
    case .wanted(let dependency): [.none(of: dependency)].filter { !$0.isAlwaysTrue }
    case .limited(let limit):
      [.some(limit.package, limit.versions.complement)].filter { !$0.isNeverTrue }
    case .needed(let package, let versions, let dependency):
      if package == dependency.package {
        [.some(package, versions).intersection(.none(of: dependency))]
      } else {
        [.some(package, versions), .none(of: dependency)].filter { !$0.isAlwaysTrue }
          .sorted { $0.package < $1.package }
      }
    case .noVersion(let package, let versions), .unavailable(let package, let versions, _):
      [.some(package, versions)]
    case .unknownPackage(let package): [.some(package, .all)]
    }
  }
}

extension DerivationGraph.Condition {
  fileprivate static func some(_ package: World.Package, _ versions: World.Versions) -> Self {
    Self(package: package, isPositive: true, versions: versions)
  }

  fileprivate static func none(of dependency: Dependency<World>) -> Self {
    Self(package: dependency.package, isPositive: false, versions: dependency.versions)
  }
}
