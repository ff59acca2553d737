package import Diagnostics

/// A proof as lines, each of which follows from the ones before it.
///
/// ``ExplanationNouns`` makes it readable without the solver. See <doc:Resolution#Explanation>.
package struct Explanation<World: Universe>: Sendable {
  /// A conclusion from some premises and, unless it opens with "because", from the line before.
  package struct Line: Sendable {
    /// The word that connects the line with the one before.
    package let opening: VersionConflict.Opening

    /// The facts that the line introduces, and references to earlier lines.
    package let premises: [Premise]

    /// What follows from the premises.
    package let conclusion: Conclusion

    /// The number by which later lines refer to this one; `nil` if none does.
    package let number: Int?
  }

  /// A reason that a line gives.
  package enum Premise: Sendable {
    /// A fact, stated for the first time.
    case fact(Fact<World>)

    /// The conclusion of the line with this number.
    case line(Int, Conclusion)
  }

  /// What a line establishes.
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
package enum ConflictHint<World: Universe>: Sendable {
  /// The version exists and would be accepted, but for the obstacle.
  case obstructed(World.Package, World.Version, Obstacle)

  /// The versions nearest to a required set that contains none, ascending.
  case nearest(World.Package, [World.Version])

  /// Packages with names that resemble that of a nonexistent package.
  case similar(World.Package, [World.Package])

  /// A requirement of the project that excludes what another package needs, and the
  /// versions needed.
  case widen(Dependency<World>, to: World.Versions)
}
