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

  /// The next unused number for a level.
  private var nextSerial = 1

  /// The packages whose known terms have changed since ``takeTouched()`` was called, each once.
  private var touched: [PackageID] = []

  /// For each package, whether it is in `touched`.
  private var isTouched: [Bool] = []

  /// For each number, whether it stands for the version of a package, which must be decided.
  private var isDecided: [Bool] = []

  /// The level of the latest decision.
  var level: Level { levels[levels.count - 1] }

  /// Adds the subject with the next number, without assignments.
  ///
  /// - Parameter isDecided: Whether a release must be decided. False for the need for a package on
  ///   a platform.
  mutating func addPackage(isDecided: Bool) {
    assignmentIndices.append([])
    lastIndices.append(-1)
    isTouched.append(false)
    self.isDecided.append(isDecided)
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

  /// Returns whether a term is currently satisfied.
  func isSatisfied(_ term: Term) -> Bool {
    let index = lastIndices[term.package.index]
    return index >= 0 && assignments[index].known.isSubset(of: term)
  }

  /// Returns whether the first word of the other term that a watch mentions suffices to see that
  /// the term is contradicted.
  func isContradicted(_ watch: WatchedTerms.Watch) -> Bool {
    let index = lastIndices[watch.otherPackage.index]
    if index < 0 { return false }
    let choices = assignments[index].known.choices
    return choices.firstWord & watch.otherFirstWord == 0 && choices.isWithinFirstWord
  }

  /// Returns whether a positive term about a package is known, but no release has been decided.
  func isOpen(_ package: PackageID) -> Bool {
    let index = lastIndices[package.index]
    return isDecided[package.index] && index >= 0 && !assignments[index].isDecision
      && assignments[index].known.isPositive
  }

  /// Adds a package to those that ``takeTouched()`` returns.
  mutating func touch(_ package: PackageID) {
    if isTouched[package.index] { return }
    isTouched[package.index] = true
    touched.append(package)
  }

  /// Returns the packages whose known terms have changed since the last call.
  mutating func takeTouched() -> [PackageID] {
    for package in touched { isTouched[package.index] = false }
    defer { touched.removeAll(keepingCapacity: true) }
    return touched
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
      touch(last.package)
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
        choice: choice))
    touch(known.package)
  }
}
