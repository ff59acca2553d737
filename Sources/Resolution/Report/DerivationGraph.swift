/// The proof that there is no solution, as a graph of values.
///
/// Leaves are facts. Every other node follows from two parents. See
/// <doc:Resolution#Derivation-graph>.
///
/// A proof may have a hundred thousand nodes, and a message mentions few of them. The terms are
/// therefore stored as sets of cells (``VersionCells``), and ``nodes`` converts those of a node
/// when it is read.
package struct DerivationGraph<World: Universe>: Sendable {
  /// An incompatibility: terms that cannot all be true, and the reason.
  package struct Node: Sendable {
    /// The terms, sorted by subject. Empty in the last node, which states that no solution exists.
    package let terms: [Fact<World>.Condition]
    package let reason: Reason
  }

  /// The reason why a node holds.
  package enum Reason: Sendable {
    /// The node is a leaf.
    case fact(Fact<World>)

    /// The node is the resolvent of two earlier ones, given by their indices in `nodes`.
    case derived(Int, Int)
  }

  /// The nodes of a graph, each of which is created when it is read.
  package struct Nodes: RandomAccessCollection, Sendable {
    fileprivate let graph: DerivationGraph
    package var startIndex: Int { 0 }
    package var endIndex: Int { graph.storedNodes.count }

    /// Creates the node at an index.
    package subscript(index: Int) -> Node { graph.node(at: index) }
  }

  /// The subjects of all terms, ascending. Their indices are the packages of `terms`.
  package let subjects: [TermSubject<World>]

  /// The index of each subject in `subjects`.
  private let numbers: [TermSubject<World>: PackageID]

  /// For each subject, the cells of its versions, or `nil` for the need for a package on a
  /// platform.
  let cells: [VersionCells<World>?]

  /// The facts of the proof.
  package private(set) var facts: [Fact<World>] = []

  /// A node as it is stored. A proof may have millions of them.
  private struct StoredNode: Sendable {
    /// The first parent, or ``noParent`` for a leaf.
    let left: UInt32

    /// The second parent, or the index of the fact of a leaf.
    let right: UInt32

    /// The subject on which the parents are resolved.
    let subject: PackageID

    /// The number of nodes that follow directly from this one.
    var uses: UInt32 = 0

    /// The number of first parents up to the next node whose terms are stored.
    var distance: UInt32

    /// The terms, if the distance is 0.
    var terms: TermLists.Place

    static var noParent: UInt32 { .max }

    /// The greatest distance. Terms that are not stored are determined when they are read, which
    /// takes a resolution for each first parent.
    static var greatestDistance: UInt32 { 7 }
  }

  /// The nodes, each after its parents.
  private var storedNodes: [StoredNode] = []

  /// The terms of some nodes, in which a cell takes the place of a release.
  private var termLists = TermLists()

  /// The terms of the last node.
  private var lastTerms: [Term] = []

  /// Creates a graph without nodes.
  ///
  /// - Parameters:
  ///   - facts: The facts of the proof, which are to be appended. Other facts must be about the
  ///     same subjects, and about sets of versions that these facts and the nodes mention.
  ///   - releases: Returns the releases of a package that can be chosen, ascending.
  init(of facts: [Fact<World>], releases: (World.Package) -> [World.Version]) {
    var sets: [TermSubject<World>: [World.Versions]] = [:]
    var seen: Set<Fact<World>.Condition> = []
    for condition in facts.lazy.flatMap(\.terms) where seen.insert(condition).inserted {
      sets[condition.subject, default: []].append(condition.versions)
    }
    subjects = sets.keys.sorted()
    numbers = Dictionary(
      uniqueKeysWithValues: subjects.enumerated().map { ($1, PackageID(index: $0)) })
    cells = subjects.map { subject in
      subject.platform == nil
        ? VersionCells(of: sets[subject, default: []], releases: releases(subject.package)) : nil
    }
  }

  /// The nodes, each after its parents. The last one is the conclusion.
  package var nodes: Nodes { Nodes(graph: self) }

  /// Returns the nodes from which a node follows, or `nil` for a fact.
  func parents(of node: Int) -> (Int, Int)? {
    let stored = storedNodes[node]
    return stored.left == StoredNode.noParent ? nil : (Int(stored.left), Int(stored.right))
  }

  /// Returns the fact that a node states, or `nil` for a derived node.
  func fact(of node: Int) -> Fact<World>? {
    let stored = storedNodes[node]
    return stored.left == StoredNode.noParent ? facts[Int(stored.right)] : nil
  }

  /// Returns the number of nodes that are derived directly from a node.
  func uses(of node: Int) -> Int { Int(storedNodes[node].uses) }

  /// Returns the terms of a node, in which cells take the place of releases.
  func storedTerms(of node: Int) -> [Term] {
    if node == storedNodes.count - 1 { return lastTerms }
    var chain: [StoredNode] = []
    var first = storedNodes[node]
    while first.distance > 0 {
      chain.append(first)
      first = storedNodes[Int(first.left)]
    }
    return chain.reversed().reduce(termLists[first.terms]) { left, node in
      left.resolvent(with: storedTerms(of: Int(node.right)), on: node.subject)
    }
  }

  /// Returns the terms of a node.
  func conditions(of node: Int) -> [Fact<World>.Condition] { storedTerms(of: node).map(condition) }

  /// Returns the number of a subject in this graph, or `nil` if no term is about it.
  func number(of subject: TermSubject<World>) -> PackageID? { numbers[subject] }

  /// Appends a leaf and returns its index.
  ///
  /// - Parameter terms: The terms of the fact, or `nil` to determine them.
  mutating func append(_ fact: Fact<World>, terms known: [Term]? = nil) -> Int {
    facts.append(fact)
    lastTerms = known ?? fact.terms.compactMap(term)
    return append(
      left: StoredNode.noParent, right: UInt32(facts.count - 1), on: PackageID(index: 0),
      distance: 0)
  }

  /// Appends the resolvent of two nodes on a subject, and returns its index.
  ///
  /// The terms of both nodes are determined here. Those of the second one should be stored, or need
  /// few resolutions.
  mutating func append(resolving left: Int, with right: Int, on subject: PackageID) -> Int {
    lastTerms = storedTerms(of: left).resolvent(with: storedTerms(of: right), on: subject)
    storedNodes[left].uses += 1
    storedNodes[right].uses += 1
    let distance = storedNodes[left].distance + 1
    return append(
      left: UInt32(left), right: UInt32(right), on: subject,
      distance: distance > StoredNode.greatestDistance ? 0 : distance)
  }

  private mutating func append(
    left: UInt32, right: UInt32, on subject: PackageID, distance: UInt32
  ) -> Int {
    let place = termLists.append(distance == 0 ? lastTerms : nil)
    storedNodes.append(
      StoredNode(left: left, right: right, subject: subject, distance: distance, terms: place))
    return storedNodes.count - 1
  }

  /// Stores the terms of the last node, because many nodes will follow from it.
  mutating func storeLastTerms() {
    let last = storedNodes.count - 1
    if storedNodes[last].distance == 0 { return }
    storedNodes[last].distance = 0
    storedNodes[last].terms = termLists.append(lastTerms)
  }

  private func node(at index: Int) -> Node {
    let reason: Reason =
      if let (left, right) = parents(of: index) {
        .derived(left, right)
      } else {
        .fact(facts[Int(storedNodes[index].right)])
      }
    return Node(terms: conditions(of: index), reason: reason)
  }

  /// Returns a condition as a term about cells.
  private func term(_ condition: Fact<World>.Condition) -> Term? {
    guard let number = numbers[condition.subject] else { return nil }
    let set = cells[number.index]?.cells(in: condition.versions) ?? .need
    return condition.isPositive ? Term(number, set) : Term(not: number, set)
  }

  /// Returns a term about cells as a condition.
  func condition(_ term: Term) -> Fact<World>.Condition {
    Fact<World>.Condition(
      subject: subjects[term.package.index], isPositive: term.isPositive,
      versions: cells[term.package.index]?.versions(in: term.releases) ?? .all)
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
  var terms: [Fact<World>.Condition] {
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
        [.some(package, versions.subtracting(dependency.versions))]
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

extension Fact.Condition {
  /// Whether the condition is true for every choice.
  fileprivate var isAlwaysTrue: Bool { !isPositive && versions.isEmpty }

  /// Whether the condition is false for every choice.
  fileprivate var isNeverTrue: Bool { isPositive && versions.isEmpty }

  /// Returns the condition that a version in the set is chosen.
  fileprivate static func some(_ package: World.Package, _ versions: World.Versions) -> Self {
    Self(subject: TermSubject(package), isPositive: true, versions: versions)
  }

  /// Returns the condition that a package is needed on a platform.
  fileprivate static func need(_ package: World.Package, _ platform: World.Platform) -> Self {
    Self(subject: TermSubject(package, on: platform), isPositive: true, versions: .all)
  }

  /// The condition that is true exactly when this one is false.
  fileprivate var negation: Self {
    Self(subject: subject, isPositive: !isPositive, versions: versions)
  }

  /// Returns the condition that no version that meets the dependency is chosen.
  fileprivate static func none(of dependency: Dependency<World>) -> Self {
    Self(subject: TermSubject(dependency.package), isPositive: false, versions: dependency.versions)
  }
}
