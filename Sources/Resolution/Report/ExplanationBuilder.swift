internal import Diagnostics

/// Converts a derivation graph to the outlines of lines. See <doc:Resolution#Explanation>.
///
/// Uses an explicit stack of tasks instead of recursion, since a proof may be thousands of steps
/// deep.
struct ExplanationBuilder<World: Universe> {
  /// A unit of work on the stack.
  private enum Task {
    /// Write the lines that prove a node, ending with the node's own line.
    case explain(Int)

    /// Write the line of a node that follows from the given nodes and, unless the line opens with
    /// "because", from the previous line.
    case write(Int, VersionConflict.Opening, [Int])
  }

  private let graph: DerivationGraph<World>

  /// The lines written so far.
  private var lines: [Outline.Line] = []

  /// For each node, whether it has a line.
  private var hasLine: [Bool]

  init(_ graph: DerivationGraph<World>) {
    self.graph = graph
    hasLine = Array(repeating: false, count: graph.nodes.count)
  }

  /// Returns the lines that prove the last node.
  mutating func outline() -> Outline {
    var tasks = [Task.explain(graph.nodes.count - 1)]
    while let task = tasks.popLast() {
      switch task {
      case .explain(let node): tasks += explain(node).reversed()
      case .write(let node, let opening, let premises):
        hasLine[node] = true
        lines.append(Outline.Line(opening: opening, premises: premises, conclusion: node))
      }
    }
    return numbered()
  }

  /// Returns the parents of a node if one is derived and the other is a fact, or `nil` otherwise.
  private func mixedParents(of node: Int) -> (derived: Int, fact: Int)? {
    guard let (left, right) = graph.parents(of: node) else { return nil }
    switch (graph.parents(of: left) == nil, graph.parents(of: right) == nil) {
    case (false, true): return (left, right)
    case (true, false): return (right, left)
    default: return nil
    }
  }

  /// Returns whether a node is the last one, which concludes the proof, and `fact` is a requirement
  /// of the project.
  private func isEnd(_ node: Int, for fact: Int) -> Bool {
    if case .wanted? = graph.fact(of: fact) { node == graph.nodes.count - 1 } else { false }
  }

  /// Returns whether a node is derived from two facts.
  private func isFromFacts(_ node: Int) -> Bool {
    guard let (left, right) = graph.parents(of: node) else { return false }
    return graph.parents(of: left) == nil && graph.parents(of: right) == nil
  }

  /// Returns the tasks that explain a node, in order. Empty if the node already has a line.
  private func explain(_ node: Int) -> [Task] {
    if hasLine[node] { return [] }
    guard let (left, right) = graph.parents(of: node) else {
      // A fact is explained only if it is the complete proof: a node without terms.
      return [.write(node, .because, [node])]
    }
    if isFromFacts(node) { return [.write(node, .because, inDependencyOrder(left, right))] }
    if let (derived, fact) = mixedParents(of: node) {
      if hasLine[derived] { return [.write(node, .because, [fact, derived])] }
      // Two successive steps that each use a fact share a line if no other node depends on the
      // first. The last step of the proof is excluded, because `withNamedConclusion` merges its
      // requirement into the line before it.
      if !isEnd(node, for: fact), graph.uses(of: derived) == 1,
        let (earlier, earlierFact) = mixedParents(of: derived),
        !hasLine[earlier]
      {
        return [.explain(earlier), .write(node, .and, [earlierFact, fact])]
      }
      return [.explain(derived), .write(node, .and, [fact])]
    }
    switch (hasLine[left], hasLine[right]) {
    case (true, true): return [.write(node, .because, [left, right])]
    case (true, false): return [.explain(right), .write(node, .and, [left])]
    case (false, true): return [.explain(left), .write(node, .and, [right])]
    case (false, false):
      if isFromFacts(right) { return [.explain(left), .explain(right), .write(node, .so, [])] }
      if isFromFacts(left) { return [.explain(right), .explain(left), .write(node, .so, [])] }
      return [.explain(left), .explain(right), .write(node, .and, [left])]
    }
  }

  /// Returns two facts, a dependency on a package before a dependency of that package, and
  /// requirements of the project in its order.
  private func inDependencyOrder(_ left: Int, _ right: Int) -> [Int] {
    if case .needed(let needing, _, _, _)? = graph.fact(of: left),
      case .needed(_, _, let needed, _)? = graph.fact(of: right), needed.package == needing
    {
      return [right, left]
    }
    if case .wanted? = graph.fact(of: left), case .wanted? = graph.fact(of: right) {
      return [min(left, right), max(left, right)]
    }
    return [left, right]
  }

  /// Returns the lines, with numbers for those that other lines refer to.
  private func numbered() -> Outline {
    var isReferenced = Array(repeating: false, count: graph.nodes.count)
    for premise in lines.lazy.flatMap(\.premises) where graph.parents(of: premise) != nil {
      isReferenced[premise] = true
    }
    var count: UInt32 = 0
    var numbers = [UInt32](repeating: 0, count: graph.nodes.count)
    for line in lines where isReferenced[line.conclusion] {
      count += 1
      numbers[line.conclusion] = count
    }
    return Outline(lines: lines, numbers: numbers)
  }
}

extension Array {
  /// Returns the last two lines of an explanation, or its only line, with a last line that states
  /// which requirement of the project cannot be met, instead of an incompatibility without terms.
  ///
  /// - Parameter graph: The proof.
  func withNamedConclusion<World>(of graph: DerivationGraph<World>) -> [Element]
  where Element == Explanation<World>.Line {
    var lines = self
    guard let last = lines.popLast() else { return self }
    let requirements = last.premises.compactMap { premise -> Dependency<World>? in
      if case .fact(.wanted(let dependency, _)) = premise { dependency } else { nil }
    }
    guard let requirement = requirements.last else {
      // The last line states no requirement of the project, because earlier lines use them all.
      let packages = last.premises.compactMap { premise -> World.Package? in
        if case .fact(let fact) = premise { fact.package } else { nil }
      }
      lines.append(
        packages.last.map { last.ending(.contradiction($0), with: last.premises) } ?? last)
      return lines
    }
    if requirements.count == last.premises.count, last.opening == .because {
      lines.append(last.ending(.contradiction(requirement.package), with: last.premises))
      return lines
    }
    let others = last.premises.filter { premise in
      if case .fact(.wanted(requirement, _)) = premise { false } else { true }
    }
    // If the line has no other premise, the previous line states the end of the proof instead.
    if others.isEmpty, last.opening == .and, let previous = lines.last, previous.number == nil {
      // The packages that releases in the proof need.
      let needed = graph.facts.compactMap { fact -> World.Package? in
        if case .needed(_, _, let needed, _) = fact { needed.package } else { nil }
      }
      lines[lines.count - 1] = previous.ending(with: requirement, needed: Set(needed))
    } else {
      let opening: VersionConflict.Opening =
        others.isEmpty && last.opening == .and ? .so : last.opening
      lines.append(
        Explanation<World>.Line(
          opening: opening, premises: others, conclusion: .unobtainable(requirement), number: nil))
    }
    return lines
  }
}

extension Explanation.Line {
  /// Returns this line, the second-to-last one, as the last line, concluding that a requirement of
  /// the project cannot be met.
  ///
  /// That requirement is `requirement`, with one exception. If a release in the proof needs the
  /// package of `requirement`, and a premise is a requirement of the project on a package that no
  /// release needs, the premise and `requirement` are exchanged. For example, if fastlane needs
  /// ruby and the project requires both, the conclusion is that fastlane cannot be met, because
  /// ruby could be chosen by itself.
  ///
  /// - Parameters:
  ///   - requirement: The requirement of the project that the proof uses last.
  ///   - needed: The packages that releases in the proof need.
  fileprivate func ending(with requirement: Dependency<World>, needed: Set<World.Package>) -> Self {
    let index = premises.firstIndex { premise in
      if case .fact(.wanted(let other, _)) = premise {
        !needed.contains(other.package)
      } else {
        false
      }
    }
    guard needed.contains(requirement.package), let index,
      case .fact(.wanted(let other, _)) = premises[index]
    else { return ending(.unobtainable(requirement), with: premises) }
    var premises = premises
    premises[index] = .fact(.wanted(requirement, on: nil))
    return ending(.unobtainable(other), with: premises)
  }

  /// Returns the line with another conclusion and premises, and without a number.
  fileprivate func ending(
    _ conclusion: Explanation.Conclusion, with premises: [Explanation.Premise]
  ) -> Self {
    Self(opening: opening, premises: premises, conclusion: conclusion, number: nil)
  }
}
