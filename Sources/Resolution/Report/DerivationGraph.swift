/// The proof that there is no solution, as a graph of values.
///
/// Leaves are facts. Every other node follows from two parents. See
/// <doc:Resolution#Derivation-graph>.
package struct DerivationGraph<World: Universe>: Sendable {
  /// A term about one package, with a set of versions instead of a set of releases.
  package struct Condition: Hashable, Sendable {
    package let package: World.Package

    /// Whether the condition is that a version in the set is chosen, rather than that none is.
    package let isPositive: Bool
    package let versions: World.Versions
  }

  /// An incompatibility: terms that cannot all be true, and the reason.
  package struct Node: Sendable {
    /// The terms, sorted by package. Empty in the last node, which states that no solution exists.
    package let terms: [Condition]
    package let reason: Reason
  }

  /// The reason why a node holds.
  package enum Reason: Sendable {
    /// The node is a leaf.
    case fact(Fact<World>)

    /// The node is the resolvent of two earlier ones, given by their indices in `nodes`.
    case derived(Int, Int)
  }

  /// The nodes, each after its parents. The last one is the conclusion.
  package private(set) var nodes: [Node] = []

  /// For each node, the number of nodes that follow directly from it.
  package private(set) var uses: [Int] = []

  /// Appends a leaf and returns its index.
  mutating func append(_ fact: Fact<World>) -> Int {
    nodes.append(Node(terms: fact.terms, reason: .fact(fact)))
    uses.append(0)
    return nodes.count - 1
  }

  /// Appends the resolvent of two nodes on a package, and returns its index.
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
  /// Whether the condition is true for every choice.
  var isAlwaysTrue: Bool { !isPositive && versions.isEmpty }

  /// Whether the condition is false for every choice.
  var isNeverTrue: Bool { isPositive && versions.isEmpty }

  /// Returns the condition that is true exactly when this condition and `other` are both true.
  /// Equivalent to ``Term/intersection(_:)``.
  func intersection(_ other: Self) -> Self {
    switch (isPositive, other.isPositive) {
    case (true, true): with(true, versions.intersection(other.versions))
    case (true, false): with(true, versions.subtracting(other.versions))
    case (false, true): with(true, other.versions.subtracting(versions))
    case (false, false): with(false, versions.union(other.versions))
    }
  }

  /// Returns the condition that is true exactly when this condition, `other`, or both are true.
  /// Equivalent to ``Term/union(_:)``.
  func union(_ other: Self) -> Self {
    switch (isPositive, other.isPositive) {
    case (true, true): with(true, versions.union(other.versions))
    case (true, false): with(false, other.versions.subtracting(versions))
    case (false, true): with(false, versions.subtracting(other.versions))
    case (false, false): with(false, versions.intersection(other.versions))
    }
  }

  /// Returns a condition on the same package.
  private func with(_ isPositive: Bool, _ versions: World.Versions) -> Self {
    Self(package: package, isPositive: isPositive, versions: versions)
  }
}

extension Fact {
  /// The fact as an incompatibility: terms that cannot all be true, sorted by package.
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
  /// Returns the condition that a version in the set is chosen.
  fileprivate static func some(_ package: World.Package, _ versions: World.Versions) -> Self {
    Self(package: package, isPositive: true, versions: versions)
  }

  /// Returns the condition that no version that meets the dependency is chosen.
  fileprivate static func none(of dependency: Dependency<World>) -> Self {
    Self(package: dependency.package, isPositive: false, versions: dependency.versions)
  }
}
