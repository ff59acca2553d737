internal import Versions

/// What the search currently holds true: an ordered list of assignments.
///
/// See <doc:Resolution#Partial-solution>. A decision guesses a version; a derivation follows from
/// an incompatibility and earlier assignments. Each assignment keeps what is known of its package
/// from then on, so a bisection finds when a term became true, and backtracking computes nothing.
struct PartialSolution: Sendable {
  struct Assignment: Sendable {
    let package: PackageID

    /// How many decisions stand at or before this assignment.
    let level: Int

    /// The incompatibility that it follows from; nil for a decision.
    let cause: IncompatibilityID?

    /// All that is known of the package up to and including this assignment.
    let known: Term

    /// The place of the release chosen, nil for a derivation.
    let choice: Int?

    /// A number that no other assignment of this search has.
    let stamp: Int

    var isDecision: Bool { cause == nil }
  }

  /// A decision level, with a number that no other level of this search has or will have.
  /// It tells whether something noted at a level still stands after backjumps.
  struct Level: Hashable, Sendable {
    let depth: Int
    let serial: Int
  }

  private(set) var assignments: [Assignment] = []

  /// For each package, the places of its assignments in `assignments`, ascending.
  private var places: [[Int]] = []

  /// The last place of each package, or -1. Propagation needs only this, and needs it constantly.
  private var newest: [Int] = []
  private var levels = [Level(depth: 0, serial: 0)]
  private var nextSerial = 1

  /// Packages that must be chosen and are not yet, in no order that means anything.
  private(set) var open: [PackageID] = []

  /// For each package, where it stands in `open`; nil if it does not.
  private var placesInOpen: [Int?] = []

  /// The level of the newest decision.
  var level: Level { levels[levels.count - 1] }

  /// Makes room for one more package.
  mutating func addPackage() {
    places.append([])
    newest.append(-1)
    placesInOpen.append(nil)
  }

  /// What is known of a package, or nil as long as nothing is.
  func known(of package: PackageID) -> Term? {
    let place = newest[package.index]
    return place < 0 ? nil : assignments[place].known
  }

  /// Whether a term is true by now.
  func verdict(on term: Term) -> Term.Verdict {
    let place = newest[term.package.index]
    return place < 0 ? .open : assignments[place].known.verdict(on: term)
  }

  /// A number that stands for exactly what is known of a package: it changes whenever that does,
  /// and no other state of this search has it. Nil as long as nothing is known.
  func stamp(of package: PackageID) -> Int? {
    let place = newest[package.index]
    return place < 0 ? nil : assignments[place].stamp
  }

  /// Whether `level` has not been taken back since.
  func isActive(_ level: Level) -> Bool {
    level.depth < levels.count && levels[level.depth] == level
  }

  /// Chooses the release at `place` of a package, at a level of its own.
  mutating func decide(_ package: PackageID, _ place: Int) {
    levels.append(Level(depth: levels.count, serial: nextSerial))
    nextSerial += 1
    append(Term(package, ReleaseSet(only: place)), cause: nil, choice: place)
  }

  /// Adds a term that follows from `cause` and what is known.
  mutating func derive(_ term: Term, cause: IncompatibilityID) {
    append(known(of: term.package)?.intersection(term) ?? term, cause: cause)
  }

  /// Takes back every assignment of a level above `depth`.
  mutating func backtrack(toLevel depth: Int) {
    while let last = assignments.last, last.level > depth {
      assignments.removeLast()
      places[last.package.index].removeLast()
      newest[last.package.index] = places[last.package.index].last ?? -1
      updateOpen(last.package)
    }
    levels.removeLast(max(0, levels.count - 1 - depth))
  }

  /// The place of the earliest assignment with which `term` is known to be true.
  ///
  /// What is known of a package only ever narrows, so the assignments that satisfy the term are
  /// the last ones of its package. The term must be satisfied by now.
  func satisfier(of term: Term) -> Int {
    let candidates = places[term.package.index]
    return candidates[candidates.partitionPoint { assignments[$0].known.isSubset(of: term) }]
  }

  /// The place of the earliest assignment before `place` that, together with the assignment
  /// there alone (`own`), makes `term` true; nil if that assignment needs no help.
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
