package import Diagnostics

/// A proof as lines, each of which follows from the ones before it.
///
/// ``ExplanationFormatter`` converts it to text, which can be read without the types of this
/// module. See <doc:Resolution#Explanation>.
package struct Explanation<World: Universe>: Sendable {
  /// A conclusion from its premises and from the lines before it that ``opening`` refers to: none
  /// after "because", one after "and", and two after "so".
  package struct Line: Sendable {
    /// The word that connects the line with the one before.
    package let opening: VersionConflict.Opening

    /// The facts that the line introduces, and references to lines other than those that
    /// ``opening`` refers to.
    package let premises: [Premise]

    /// The conclusion from the premises.
    package let conclusion: Conclusion

    /// The number by which later lines refer to this one, or `nil` if none does.
    package let number: Int?
  }

  /// A statement from which the conclusion of a line follows.
  package enum Premise: Sendable {
    /// A fact, stated for the first time.
    case fact(Fact<World>)

    /// The conclusion of the line with this number.
    case line(Int, Conclusion)
  }

  /// A statement that a line proves.
  package enum Conclusion: Sendable {
    /// The terms cannot all be true. Never empty.
    case incompatible([Fact<World>.Condition])

    /// This requirement of the project cannot be met. Ends the explanation.
    case unobtainable(Dependency<World>)

    /// The requirements of the project leave no version of a package. Ends the explanation.
    case contradiction(World.Package)
  }

  /// The lines of an explanation, each of which is created when it is read.
  package struct Lines: RandomAccessCollection, Sendable {
    fileprivate let graph: DerivationGraph<World>
    fileprivate let outline: Outline

    /// The lines after those of the outline.
    fileprivate let ending: [Line]

    package var startIndex: Int { 0 }
    package var endIndex: Int { outlinedCount + ending.count }

    /// The number of lines that are created from the outline.
    private var outlinedCount: Int { outline.lines.dropLast(Self.endingCount).count }

    /// The number of lines of the outline in place of which there are others.
    fileprivate static var endingCount: Int { 2 }

    /// Creates the line at an index.
    package subscript(index: Int) -> Line {
      index < outlinedCount
        ? graph.line(outline.lines[index], in: outline) : ending[index - outlinedCount]
    }

    /// Returns what is known of a line without the cost of creating it: its opening, the number of
    /// its premises, and those of them that are facts.
    func summary(
      at index: Int
    ) -> (opening: VersionConflict.Opening, premiseCount: Int, facts: [Fact<World>]) {
      if index < outlinedCount {
        let line = outline.lines[index]
        return (line.opening, line.premises.count, line.premises.compactMap(graph.fact))
      }
      let line = ending[index - outlinedCount]
      let facts = line.premises.compactMap { premise in
        if case .fact(let fact) = premise { fact } else { nil }
      }
      return (line.opening, line.premises.count, facts)
    }
  }

  /// The lines in order, ending with the conclusion of the proof.
  package let lines: Lines

  /// Creates the explanation of a proof.
  init(of graph: DerivationGraph<World>) {
    var builder = ExplanationBuilder(graph)
    let outline = builder.outline()
    // The conclusion of the proof has its own form, which may affect the line before it.
    let last = outline.lines.suffix(Lines.endingCount).map { graph.line($0, in: outline) }
    lines = Lines(graph: graph, outline: outline, ending: last.withNamedConclusion(of: graph))
  }
}

/// The lines of an explanation as nodes of the proof, in little memory.
struct Outline: Sendable {
  /// The nodes that one line is about.
  struct Line: Sendable {
    let opening: VersionConflict.Opening
    private let node: UInt32

    /// At most two premises, or ``none``.
    private let premisePair: (UInt32, UInt32)

    private static var none: UInt32 { .max }

    /// Creates a line with at most two premises.
    init(opening: VersionConflict.Opening, premises: [Int], conclusion: Int) {
      precondition(premises.count <= 2, "a node has two parents")
      self.opening = opening
      node = UInt32(conclusion)
      premisePair = (
        premises.first.map { UInt32($0) } ?? Self.none,
        premises.dropFirst().first.map { UInt32($0) } ?? Self.none
      )
    }

    var conclusion: Int { Int(node) }

    var premises: [Int] {
      [premisePair.0, premisePair.1].filter { $0 != Self.none }.map { Int($0) }
    }
  }

  let lines: [Line]

  /// For each node, the number of the line that concludes it, or 0 if no line refers to that one.
  let numbers: [UInt32]

  /// Returns the number of the line that concludes a node, or `nil` if no line refers to that one.
  func number(of node: Int) -> Int? { numbers[node] == 0 ? nil : Int(numbers[node]) }
}

extension DerivationGraph {
  /// Returns a line with the facts and conditions of its nodes.
  fileprivate func line(_ line: Outline.Line, in outline: Outline) -> Explanation<World>.Line {
    let premises = line.premises.map { node -> Explanation<World>.Premise in
      fact(of: node).map { .fact($0) }
        ?? .line(outline.number(of: node) ?? 0, .incompatible(conditions(of: node)))
    }
    return Explanation<World>.Line(
      opening: line.opening, premises: premises,
      conclusion: .incompatible(conditions(of: line.conclusion)),
      number: outline.number(of: line.conclusion))
  }
}

/// A suggestion for resolving a conflict. See <doc:Resolution#Hints>.
package enum ConflictHint<World: Universe>: Hashable, Sendable {
  /// The version exists and would be accepted without its obstacles, at least one.
  case obstructed(World.Package, World.Version, [Obstacle])

  /// The releases nearest to a required set of versions that contains no release, ascending.
  case nearest(World.Package, [World.Version])

  /// The names that resemble the name of a nonexistent package, most similar first.
  case similar(World.Package, [World.Package])

  /// A requirement of the project, and other versions with which there is a solution that contains
  /// the version `chosen`.
  case widen(Dependency<World>, to: World.Versions, chosen: World.Version)

  /// Whether the hint is about a version with an obstacle.
  var isHiddenVersion: Bool { if case .obstructed = self { true } else { false } }
}
