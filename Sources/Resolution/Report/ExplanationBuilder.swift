internal import Diagnostics

/// Writes a derivation graph as lines. See <doc:Resolution#Explanation>.
///
/// Uses an explicit stack of tasks, since a proof may be thousands of steps deep.
struct ExplanationBuilder<World: Universe> {
  typealias Line = Explanation<World>.Line
  typealias Premise = Explanation<World>.Premise

  /// A unit of work on the stack.
  private enum Task {
    /// Write the lines that establish a node, ending with its own.
    case explain(Int)

    /// Write the line of a node, which follows from the previous line and these nodes.
    case write(Int, VersionConflict.Opening, [Int])
  }

  private let graph: DerivationGraph<World>

  /// The lines written so far.
  private var lines: [(node: Int, opening: VersionConflict.Opening, premises: [Int])] = []

  /// For each node with a line, the index of that line.
  private var placesOfLines: [Int: Int] = [:]

  /// The nodes whose lines need a number.
  private var referencedNodes: Set<Int> = []

  init(_ graph: DerivationGraph<World>) { self.graph = graph }

  /// Returns the explanation of the complete proof.
  mutating func explanation() -> Explanation<World> {
    var tasks = [Task.explain(graph.nodes.count - 1)]
    while let task = tasks.popLast() {
      switch task {
      case .explain(let node): tasks += explain(node).reversed()
      case .write(let node, let opening, let premises):
        placesOfLines[node] = lines.count
        lines.append((node, opening, premises))
        referencedNodes.formUnion(premises.filter { parents(of: $0) != nil })
      }
    }
    let needed = graph.nodes.compactMap { node -> World.Package? in
      if case .fact(.needed(_, _, let needed)) = node.reason { needed.package } else { nil }
    }
    return Explanation(lines: numbered()).withNamedConclusion(needed: Set(needed))
  }

  /// Returns the nodes from which a node follows, or `nil` for a fact.
  private func parents(of node: Int) -> (Int, Int)? {
    if case .derived(let left, let right) = graph.nodes[node].reason { return (left, right) }
    return nil
  }

  /// Returns the derived parent and the fact, or `nil` unless a node has one of each.
  private func mixedParents(of node: Int) -> (derived: Int, fact: Int)? {
    guard let (left, right) = parents(of: node) else { return nil }
    switch (parents(of: left) == nil, parents(of: right) == nil) {
    case (false, true): return (left, right)
    case (true, false): return (right, left)
    default: return nil
    }
  }

  /// Whether a node concludes the proof, using a requirement of the project as the given fact.
  private func isEnd(_ node: Int, for fact: Int) -> Bool {
    if case .fact(.wanted) = graph.nodes[fact].reason { return graph.nodes[node].terms.isEmpty }
    return false
  }

  /// Whether both parents of a node are facts.
  private func isFromFacts(_ node: Int) -> Bool {
    guard let (left, right) = parents(of: node) else { return false }
    return parents(of: left) == nil && parents(of: right) == nil
  }

  /// Returns the tasks that explain a node, in order.
  private func explain(_ node: Int) -> [Task] {
    guard placesOfLines[node] == nil else { return [] }
    guard let (left, right) = parents(of: node) else {
      // A fact that leaves no choice by itself is the complete proof.
      return [.write(node, .because, [node])]
    }
    if isFromFacts(node) { return [.write(node, .because, inDependencyOrder(left, right))] }
    if let (derived, fact) = mixedParents(of: node) {
      if placesOfLines[derived] != nil { return [.write(node, .because, [fact, derived])] }
      // Two steps with a fact each share a line if nothing else depends on the first. The end is
      // excluded: it belongs to the step before it, which then has another fact.
      if !isEnd(node, for: fact), graph.uses[derived] == 1,
        let (earlier, earlierFact) = mixedParents(of: derived),
        placesOfLines[earlier] == nil
      {
        return [.explain(earlier), .write(node, .and, [earlierFact, fact])]
      }
      return [.explain(derived), .write(node, .and, [fact])]
    }
    switch (placesOfLines[left] != nil, placesOfLines[right] != nil) {
    case (true, true): return [.write(node, .because, [left, right])]
    case (true, false): return [.explain(right), .write(node, .and, [left])]
    case (false, true): return [.explain(left), .write(node, .and, [right])]
    case (false, false):
      if isFromFacts(right) { return [.explain(left), .explain(right), .write(node, .so, [])] }
      if isFromFacts(left) { return [.explain(right), .explain(left), .write(node, .so, [])] }
      return [.explain(left), .explain(right), .write(node, .and, [left])]
    }
  }

  /// Returns two facts in order: a dependency on a package precedes a dependency of that package.
  private func inDependencyOrder(_ left: Int, _ right: Int) -> [Int] {
    if case .fact(.needed(let needing, _, _)) = graph.nodes[left].reason,
      case .fact(.needed(_, _, let needed)) = graph.nodes[right].reason, needed.package == needing
    {
      return [right, left]
    }
    return [left, right]
  }

  /// Returns the lines, with numbers for those that other lines refer to.
  private func numbered() -> [Line] {
    var numbers: [Int: Int] = [:]
    for line in lines where referencedNodes.contains(line.node) {
      numbers[line.node] = numbers.count + 1
    }
    return lines.map { line in
      let premises = line.premises.map { node -> Premise in
        switch graph.nodes[node].reason {
        case .fact(let fact): .fact(fact)
        case .derived: .line(numbers[node] ?? 0, .incompatible(graph.nodes[node].terms))
        }
      }
      return Line(
        opening: line.opening, premises: premises,
        conclusion: .incompatible(graph.nodes[line.node].terms), number: numbers[line.node])
    }
  }
}

extension Explanation {
  /// Returns the explanation with an end that names a requirement of the project, instead of an
  /// incompatibility without terms.
  ///
  /// - Parameter needed: The packages that other packages need.
  fileprivate func withNamedConclusion(needed: Set<World.Package>) -> Explanation {
    var lines = lines
    guard let last = lines.popLast() else { return self }
    let wants = last.premises.compactMap { premise -> Dependency<World>? in
      if case .fact(.wanted(let dependency)) = premise { dependency } else { nil }
    }
    guard let wish = wants.last else {
      // The proof used the requirements of the project earlier, so they have a line already.
      lines.append(last)
      return Explanation(lines: lines)
    }
    if wants.count == last.premises.count, last.opening == .because {
      lines.append(last.ending(.contradiction(wish.package), with: last.premises))
      return Explanation(lines: lines)
    }
    let others = last.premises.filter { premise in
      if case .fact(.wanted(wish)) = premise { false } else { true }
    }
    // If the line before concludes that exactly this cannot be met, its conclusion is the end.
    if others.isEmpty, last.opening == .and, let previous = lines.last, previous.number == nil {
      lines[lines.count - 1] = previous.ending(with: wish, needed: needed)
    } else {
      let opening: VersionConflict.Opening =
        others.isEmpty && last.opening == .and ? .so : last.opening
      lines.append(
        Line(opening: opening, premises: others, conclusion: .unobtainable(wish), number: nil))
    }
    return Explanation(lines: lines)
  }
}

extension Explanation.Line {
  /// Returns the line before the end, as the end.
  ///
  /// If two requirements of the project are involved, the line names the package that needs the
  /// other, because the other could be chosen by itself.
  fileprivate func ending(with wish: Dependency<World>, needed: Set<World.Package>) -> Self {
    let place = premises.firstIndex { premise in
      if case .fact(.wanted(let other)) = premise { !needed.contains(other.package) } else { false }
    }
    guard needed.contains(wish.package), let place,
      case .fact(.wanted(let other)) = premises[place]
    else { return ending(.unobtainable(wish), with: premises) }
    var premises = premises
    premises[place] = .fact(.wanted(wish))
    return ending(.unobtainable(other), with: premises)
  }

  /// Returns the line with another conclusion and premises, and without a number.
  fileprivate func ending(
    _ conclusion: Explanation.Conclusion, with premises: [Explanation.Premise]
  ) -> Self {
    Self(opening: opening, premises: premises, conclusion: conclusion, number: nil)
  }
}
