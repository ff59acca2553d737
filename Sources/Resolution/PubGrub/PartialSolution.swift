internal import Versions

/// The terms that the search currently assumes: an ordered list of assignments.
///
/// A decision chooses a release. A derivation follows from an incompatibility and earlier
/// assignments. Each assignment stores all that is known of its package at that point, so that
/// bisection finds when a term became true, and backtracking recomputes nothing. See
/// <doc:Resolution#Partial-solution>.
struct PartialSolution: Sendable {
  /// A term about one package, decided or derived.
  struct Assignment: Sendable {
    let package: PackageID

    /// The number of decisions up to and including this assignment.
    let level: Int

    /// The incompatibility that implies the assignment; `nil` for a decision.
    let cause: IncompatibilityID?

    /// All that is known of the package up to and including this assignment.
    let known: Term

    /// The index of the chosen release; `nil` for a derivation.
    let choice: Int?

    /// A number that no other assignment of this search has.
    let stamp: Int

    var isDecision: Bool { cause == nil }
  }

  /// A decision level, identified by a number that no other level of this search ever has.
  ///
  /// It shows whether something recorded at a level is still valid after backjumps.
  struct Level: Hashable, Sendable {
    let depth: Int
    let serial: Int
  }

  private(set) var assignments: [Assignment] = []

  /// For each package, the indices of its assignments, ascending.
  private var places: [[Int]] = []

  /// For each package, the index of its last assignment, or -1. Kept separately because
  /// propagation reads it constantly.
  private var newest: [Int] = []

  /// The levels whose decisions stand, starting with level 0, which has none.
  private var levels = [Level(depth: 0, serial: 0)]
  private var nextSerial = 1

  /// The packages that must be chosen but are not decided, in arbitrary order.
  private(set) var open: [PackageID] = []

  /// For each package, its index in `open`; `nil` if it is not open.
  private var placesInOpen: [Int?] = []

  /// The level of the latest decision.
  var level: Level { levels[levels.count - 1] }

  /// Makes room for one more package.
  mutating func addPackage() {
    places.append([])
    newest.append(-1)
    placesInOpen.append(nil)
  }

  /// Returns what is known of a package, or `nil` if nothing is.
  func known(of package: PackageID) -> Term? {
    let place = newest[package.index]
    return place < 0 ? nil : assignments[place].known
  }

  /// Returns whether a term is currently satisfied, contradicted or open.
  func verdict(on term: Term) -> Term.Verdict {
    let place = newest[term.package.index]
    return place < 0 ? .open : assignments[place].known.verdict(on: term)
  }

  /// Returns a number that identifies what is known of a package, or `nil` if nothing is.
  ///
  /// The number changes whenever that knowledge does, and is never reused.
  func stamp(of package: PackageID) -> Int? {
    let place = newest[package.index]
    return place < 0 ? nil : assignments[place].stamp
  }

  /// Whether `level` has not been removed by backtracking.
  func isActive(_ level: Level) -> Bool {
    level.depth < levels.count && levels[level.depth] == level
  }

  /// Chooses the release at `place` of a package, at a new level.
  mutating func decide(_ package: PackageID, _ place: Int) {
    levels.append(Level(depth: levels.count, serial: nextSerial))
    nextSerial += 1
    append(Term(package, ReleaseSet(only: place)), cause: nil, choice: place)
  }

  /// Adds a term that follows from `cause` and the assignments so far.
  mutating func derive(_ term: Term, cause: IncompatibilityID) {
    append(known(of: term.package)?.intersection(term) ?? term, cause: cause)
  }

  /// Removes every assignment at a level above `depth`.
  mutating func backtrack(toLevel depth: Int) {
    while let last = assignments.last, last.level > depth {
      assignments.removeLast()
      places[last.package.index].removeLast()
      newest[last.package.index] = places[last.package.index].last ?? -1
      updateOpen(last.package)
    }
    levels.removeLast(max(0, levels.count - 1 - depth))
  }

  /// Returns the index of the earliest assignment that makes `term` true. The term must
  /// be satisfied.
  ///
  /// What is known of a package only ever narrows, so the assignments that satisfy the term are
  /// the last ones of its package.
  func satisfier(of term: Term) -> Int {
    let candidates = places[term.package.index]
    return candidates[candidates.partitionPoint { assignments[$0].known.isSubset(of: term) }]
  }

  /// Returns the index of the earliest assignment before `place` that makes `term` true together
  /// with the assignment at `place`.
  ///
  /// - Parameter own: What the assignment at `place` adds by itself.
  /// - Returns: `nil` if that assignment makes `term` true by itself.
  func helper(of own: Term, at place: Int, for term: Term) -> Int? {
    if own.isSubset(of: term) { return nil }
    let earlier = places[term.package.index].prefix { $0 < place }
    let point = earlier.partitionPoint {
      assignments[$0].known.intersection(own).isSubset(of: term)
    }
    return point < earlier.count ? earlier[point] : nil
  }

  private mutating func append(_ known: Term, cause: IncompatibilityID?, choice: Int? = nil) {
    places[known.package.index].append(assignments.count)
    newest[known.package.index] = assignments.count
    assignments.append(
      Assignment(
        package: known.package, level: levels.count - 1, cause: cause, known: known,
        choice: choice, stamp: nextSerial))
    nextSerial += 1
    updateOpen(known.package)
  }

  /// Adds a package to `open` or removes it, according to its last assignment.
  private mutating func updateOpen(_ package: PackageID) {
    let place = newest[package.index]
    let belongs =
      place >= 0 && !assignments[place].isDecision && assignments[place].known.isPositive
    switch (belongs, placesInOpen[package.index]) {
    case (true, nil):
      placesInOpen[package.index] = open.count
      open.append(package)
    case (false, let place?):
      let moved = open.removeLast()
      if moved != package {
        open[place] = moved
        placesInOpen[moved.index] = place
      }
      placesInOpen[package.index] = nil
    default: break
    }
  }
}
