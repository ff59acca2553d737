internal import Versions

/// The terms that the search currently assumes: an ordered list of assignments.
///
/// A decision chooses a release. A derivation follows from an incompatibility and earlier
/// assignments. Each assignment stores the intersection of all terms about its package up to that
/// point, so bisection finds the assignment at which a term became true, and backtracking
/// recomputes nothing. See <doc:Resolution#Partial-solution>.
struct PartialSolution: Sendable {
  /// A term about one package, decided or derived.
  struct Assignment: Sendable {
    let package: PackageID

    /// The number of decisions up to and including this assignment.
    let level: Int

    /// The incompatibility that implies the assignment, or `nil` for a decision.
    let cause: IncompatibilityID?

    /// The intersection of all terms about the package, up to and including this assignment.
    let known: Term

    /// The index of the chosen release, or `nil` for a derivation.
    let choice: Int?

    /// A number unique among all assignments of this search, including removed ones.
    let revision: Int

    /// Whether the assignment chooses a release, rather than following from an incompatibility.
    var isDecision: Bool { cause == nil }
  }

  /// A decision level, with a serial number that is never reused during a search.
  ///
  /// The serial number reveals whether information recorded at a level is still valid after
  /// backtracking.
  struct Level: Hashable, Sendable {
    /// The number of decisions up to and including this level.
    let depth: Int

    /// A number that distinguishes this level from earlier and later ones of the same depth.
    let serial: Int
  }

  /// The assignments, oldest first.
  private(set) var assignments: [Assignment] = []

  /// For each package, the indices of its assignments, ascending.
  private var assignmentIndices: [[Int]] = []

  /// For each package, the index of its last assignment, or -1 if it has none. Stored separately
  /// because propagation reads it constantly.
  private var lastIndices: [Int] = []

  /// The levels whose decisions are in effect, starting with level 0, which has no decision.
  private var levels = [Level(depth: 0, serial: 0)]

  /// The next unused number for a level or an assignment.
  private var nextSerial = 1

  /// The packages with a positive term but no decision, in arbitrary order.
  private(set) var open: [PackageID] = []

  /// For each package, its index in `open`, or `nil` if it is not open.
  private var openIndices: [Int?] = []

  /// The level of the latest decision.
  var level: Level { levels[levels.count - 1] }

  /// Adds the package with the next number, without assignments.
  mutating func addPackage() {
    assignmentIndices.append([])
    lastIndices.append(-1)
    openIndices.append(nil)
  }

  /// Returns the intersection of all terms about a package, or `nil` if it has no assignment.
  func known(of package: PackageID) -> Term? {
    let index = lastIndices[package.index]
    return index < 0 ? nil : assignments[index].known
  }

  /// Returns whether a term is currently satisfied, contradicted, or open.
  func verdict(on term: Term) -> Term.Verdict {
    let index = lastIndices[term.package.index]
    return index < 0 ? .open : assignments[index].known.verdict(on: term)
  }

  /// Returns a number that identifies the last assignment of a package, or `nil` if it has none.
  ///
  /// Numbers are never reused, so as long as the number is unchanged, the known term of the package
  /// is unchanged too.
  func revision(of package: PackageID) -> Int? {
    let index = lastIndices[package.index]
    return index < 0 ? nil : assignments[index].revision
  }

  /// Returns whether `level` is still in effect, rather than removed by backtracking.
  func isActive(_ level: Level) -> Bool {
    level.depth < levels.count && levels[level.depth] == level
  }

  /// Starts a new level with the decision for the release at `index` in the list of a package.
  mutating func decide(_ package: PackageID, _ index: Int) {
    levels.append(Level(depth: levels.count, serial: nextSerial))
    nextSerial += 1
    append(Term(package, ReleaseSet(only: index)), cause: nil, choice: index)
  }

  /// Adds a term that follows from `cause` and the assignments so far.
  mutating func derive(_ term: Term, cause: IncompatibilityID) {
    append(known(of: term.package)?.intersection(term) ?? term, cause: cause)
  }

  /// Removes every assignment at a level above `depth`.
  mutating func backtrack(toLevel depth: Int) {
    while let last = assignments.last, last.level > depth {
      assignments.removeLast()
      assignmentIndices[last.package.index].removeLast()
      lastIndices[last.package.index] = assignmentIndices[last.package.index].last ?? -1
      updateOpen(last.package)
    }
    levels.removeLast(max(0, levels.count - 1 - depth))
  }

  /// Returns the index of the earliest assignment that makes `term` true. The term must
  /// be satisfied.
  ///
  /// Each assignment narrows the known term of its package. If an assignment satisfies `term`, so
  /// do all later assignments of the package, which permits bisection.
  func satisfier(of term: Term) -> Int {
    let candidates = assignmentIndices[term.package.index]
    return candidates[candidates.partitionPoint { assignments[$0].known.isSubset(of: term) }]
  }

  /// Returns the index of the earliest assignment that makes `term` true together with a later
  /// assignment, or `nil` if the later one makes `term` true by itself.
  ///
  /// - Parameters:
  ///   - own: The term that the later assignment adds, without the terms before it.
  ///   - index: The index of the later assignment.
  ///   - term: A term about the same package.
  func previousSatisfier(of own: Term, at index: Int, for term: Term) -> Int? {
    if own.isSubset(of: term) { return nil }
    let earlier = assignmentIndices[term.package.index].prefix { $0 < index }
    let point = earlier.partitionPoint {
      assignments[$0].known.intersection(own).isSubset(of: term)
    }
    return point < earlier.count ? earlier[point] : nil
  }

  /// Appends an assignment at the current level.
  private mutating func append(_ known: Term, cause: IncompatibilityID?, choice: Int? = nil) {
    assignmentIndices[known.package.index].append(assignments.count)
    lastIndices[known.package.index] = assignments.count
    assignments.append(
      Assignment(
        package: known.package, level: levels.count - 1, cause: cause, known: known,
        choice: choice, revision: nextSerial))
    nextSerial += 1
    updateOpen(known.package)
  }

  /// Adds a package to `open` or removes it, according to its last assignment.
  private mutating func updateOpen(_ package: PackageID) {
    let index = lastIndices[package.index]
    let isOpen =
      index >= 0 && !assignments[index].isDecision && assignments[index].known.isPositive
    switch (isOpen, openIndices[package.index]) {
    case (true, nil):
      openIndices[package.index] = open.count
      open.append(package)
    case (false, let index?):
      let moved = open.removeLast()
      if moved != package {
        open[index] = moved
        openIndices[moved.index] = index
      }
      openIndices[package.index] = nil
    default: break
    }
  }
}
