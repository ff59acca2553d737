/// The proof that there is no solution, as a graph of values.
///
/// Leaves are facts. Every other node follows from two parents. See
/// <doc:Resolution#Derivation-graph>.
package struct DerivationGraph<World: Universe>: Sendable {
  /// A term about one subject, with a set of versions instead of a set of releases.
  package struct Condition: Hashable, Sendable {
    package let subject: TermSubject<World>

    /// Whether the condition is that a version in the set is chosen, rather than that none is.
    package let isPositive: Bool

    /// The versions. All or none if the subject is the need for a package on a platform.
    package let versions: World.Versions

    package var package: World.Package { subject.package }
    package var platform: World.Platform? { subject.platform }
  }

  /// An incompatibility: terms that cannot all be true, and the reason.
  package struct Node: Sendable {
    /// The terms, sorted by subject. Empty in the last node, which states that no solution exists.
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

  /// Appends the resolvent of two nodes on a subject, and returns its index.
  mutating func append(resolving left: Int, with right: Int, on subject: TermSubject<World>) -> Int
  {
    var terms: [Condition] = []
    var others = nodes[right].terms[...]
    for term in nodes[left].terms {
      while let other = others.first, other.subject < term.subject {
        terms.append(other)
        others.removeFirst()
      }
      guard let other = others.first, other.subject == term.subject else {
        terms.append(term)
        continue
      }
      others.removeFirst()
      let joined = term.subject == subject ? term.union(other) : term.intersection(other)
      if !joined.isAlwaysTrue { terms.append(joined) }
    }
    uses[left] += 1
    uses[right] += 1
    nodes.append(Node(terms: terms + others, reason: .derived(left, right)))
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
    Self(subject: subject, isPositive: isPositive, versions: versions)
  }
}

extension Fact {
  /// The requirement or dependency that the fact states, or `nil` if it states none.
  var dependency: Dependency<World>? {
    switch self {
    case .wanted(let dependency, _), .limited(let dependency), .needed(_, _, let dependency, _):
      dependency
    case .noVersion, .unknownPackage, .unavailable, .unnamedPrerelease: nil
    }
  }

  /// The fact as an incompatibility: terms that cannot all be true, sorted by subject.
  var terms: [DerivationGraph<World>.Condition] {
    switch self {
    case .wanted(let dependency, nil): [.none(of: dependency)].filter { !$0.isAlwaysTrue }
    case .wanted(let dependency, let platform?): [.need(dependency.package, platform).negation]
    case .limited(let limit):
      [.some(limit.package, limit.versions.complement)].filter { !$0.isNeverTrue }
    case .needed(let package, let versions, let dependency, let platform?):
      [
        .some(package, versions), .need(package, platform),
        .need(dependency.package, platform).negation,
      ].sorted { $0.subject < $1.subject }
    case .needed(let package, let versions, let dependency, nil):
      if package == dependency.package {
        [.some(package, versions).intersection(.none(of: dependency))]
      } else {
        [.some(package, versions), .none(of: dependency)].filter { !$0.isAlwaysTrue }
          .sorted { $0.subject < $1.subject }
      }
    case .noVersion(let package, let versions), .unavailable(let package, let versions, _, nil):
      [.some(package, versions)]
    case .unavailable(let package, .all, _, let platform?): [.need(package, platform)]
    case .unavailable(let package, let versions, _, let platform?):
      [.some(package, versions), .need(package, platform)]
    case .unknownPackage(let package): [.some(package, .all)]
    case .unnamedPrerelease(let package, let versions, let others):
      ([.some(package, versions)] + others).sorted { $0.subject < $1.subject }
    }
  }
}

extension DerivationGraph.Condition {
  /// Returns the condition that a version in the set is chosen.
  fileprivate static func some(_ package: World.Package, _ versions: World.Versions) -> Self {
    Self(subject: TermSubject(package), isPositive: true, versions: versions)
  }

  /// Returns the condition that a package is needed on a platform.
  fileprivate static func need(_ package: World.Package, _ platform: World.Platform) -> Self {
    Self(subject: TermSubject(package, on: platform), isPositive: true, versions: .all)
  }

  /// The condition that is true exactly when this one is false.
  fileprivate var negation: Self { with(!isPositive, versions) }

  /// Returns the condition that no version that meets the dependency is chosen.
  fileprivate static func none(of dependency: Dependency<World>) -> Self {
    Self(subject: TermSubject(dependency.package), isPositive: false, versions: dependency.versions)
  }
}
