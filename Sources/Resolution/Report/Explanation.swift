package import Diagnostics

/// A proof told in lines, each of which follows from the ones before it.
///
/// See <doc:Resolution#Explanation>. ``ExplanationNouns`` makes it readable without the solver.
package struct Explanation<World: Universe>: Sendable {
  /// Because of some premises, and mostly of what was said just before, something holds.
  package struct Line: Sendable {
    package let opening: VersionConflict.Opening

    /// What is said here for the first time, or by a number that an earlier line has.
    package let premises: [Premise]
    package let conclusion: Conclusion

    /// The number by which later lines refer to this one; nil where none does.
    package let number: Int?
  }

  package enum Premise: Sendable {
    case fact(Fact<World>)

    /// The conclusion of the line with this number.
    case line(Int, Conclusion)
  }

  package enum Conclusion: Sendable {
    /// These cannot all be true. Never empty.
    case incompatible([DerivationGraph<World>.Condition])

    /// What the project wants here cannot be had: the end.
    case unobtainable(Dependency<World>)

    /// The requirements of the project leave no version of a package: the end.
    case contradiction(World.Package)
  }

  /// In order; the last one is the end.
  package internal(set) var lines: [Line]
}

/// What might help, apart from why it is needed. See <doc:Resolution#Hints>.
package enum ConflictHint<World: Universe>: Sendable {
  /// The version exists and would do, but for the obstacle.
  case obstructed(World.Package, World.Version, Obstacle)

  /// The versions nearest to those that were asked for and that none is of, ascending.
  case nearest(World.Package, [World.Version])

  /// Packages whose names look like that of one that there is not.
  case similar(World.Package, [World.Package])

  /// A project requirement that excludes what another package needs, and versions that would do.
  case widen(Dependency<World>, to: World.Versions)
}
