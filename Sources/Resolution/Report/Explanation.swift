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
    case incompatible([DerivationGraph<World>.Condition])

    /// This requirement of the project cannot be met. Ends the explanation.
    case unobtainable(Dependency<World>)

    /// The requirements of the project leave no version of a package. Ends the explanation.
    case contradiction(World.Package)
  }

  /// The lines in order, ending with the conclusion of the proof.
  package internal(set) var lines: [Line]
}

/// A suggestion for resolving a conflict. See <doc:Resolution#Hints>.
package enum ConflictHint<World: Universe>: Hashable, Sendable {
  /// The version exists and would be accepted without the obstacle.
  case obstructed(World.Package, World.Version, Obstacle)

  /// The releases nearest to a required set of versions that contains no release, ascending.
  case nearest(World.Package, [World.Version])

  /// The names that resemble the name of a nonexistent package, most similar first.
  case similar(World.Package, [World.Package])

  /// A requirement of the project, and other versions with which there is a solution.
  case widen(Dependency<World>, to: World.Versions)

  /// Whether the hint is about a version with an obstacle.
  var isHiddenVersion: Bool { if case .obstructed = self { true } else { false } }
}
