/// The proof that there is no solution, as a graph of values.
///
/// See <doc:Resolution#Derivation-graph>. Leaves are facts; every other node follows from two.
package struct DerivationGraph<World: Universe>: Sendable {
  /// What a node says of one package.
  package struct Term: Hashable, Sendable {
    package let package: World.Package

    /// True: a version out of the set is chosen. False: none out of the set is.
    package let isPositive: Bool
    package let versions: World.Versions

    package init(package: World.Package, isPositive: Bool, versions: World.Versions) {
      self.package = package
      self.isPositive = isPositive
      self.versions = versions
    }
  }

  /// Terms that cannot all be true, and why.
  package struct Node: Sendable {
    /// Sorted by package; none in the last node, which says that there is no solution.
    package let terms: [Term]
    package let reason: Reason
  }

  package enum Reason: Sendable {
    case fact(Fact<World>)

    /// Places in `nodes` of the two that it follows from, both before it.
    case derived(Int, Int)
  }

  /// Every node after those that it follows from; the last one is the conclusion.
  package let nodes: [Node]

  /// How many nodes follow directly from each node.
  package let uses: [Int]
}

extension DerivationGraph {
  init(of conclusion: IncompatibilityID, in search: Search<World>) {
    let all = search.solver.incompatibilities
    var isReached = Set([conclusion])
    var pending = [conclusion]
    while let id = pending.popLast() {
      guard case .derived(let left, let right) = all[id.index].cause else { continue }
      for parent in [left, right] where isReached.insert(parent).inserted {
        pending.append(parent)
      }
    }
    // A derived incompatibility has a greater number than those that it comes from.
    let order = isReached.sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    var uses = order.map { _ in 0 }
    nodes = order.map { id in
      let incompatibility = all[id.index]
      let terms = incompatibility.terms.map(search.named)
      switch incompatibility.cause {
      case .fact(let number):
        return Node(terms: terms, reason: .fact(search.catalogue.facts[number]))
      case .derived(let left, let right):
        guard let first = places[left], let second = places[right] else {
          preconditionFailure("a cause of a reached incompatibility was not reached")
        }
        uses[first] += 1
        uses[second] += 1
        return Node(terms: terms, reason: .derived(first, second))
      }
    }
    self.uses = uses
  }
}
