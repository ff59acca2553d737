/// The terms that the search currently assumes: an ordered list of assignments.
///
/// A decision chooses a release. A derivation follows from an incompatibility and earlier
/// assignments. Each assignment stores the intersection of all terms about its package up to that
/// point, so the assignment at which a term became true is found without computing any of them, and
/// neither does backtracking. See <doc:Resolution#Partial-solution>.
struct PartialSolution: Sendable {
  /// A term about one package, decided or derived.
  struct Assignment: Sendable {
    /// The intersection of all terms about the package, up to and including this assignment.
    let known: Term

    /// The incompatibility that implies the assignment, or `nil` for a decision.
    let cause: IncompatibilityID?

    /// The level and the index of the assignment before, in half a word each, because backtracking
    /// and propagation touch many assignments.
    private let shortLevel: Int32
    private let shortPrevious: Int32

    init(_ known: Term, cause: IncompatibilityID?, level: Int, previous: Int) {
      self.known = known
      self.cause = cause
      shortLevel = Int32(level)
      shortPrevious = Int32(previous)
    }

    var package: PackageID { known.package }

    /// The number of decisions up to and including this assignment.
    var level: Int { Int(shortLevel) }

    /// The index of the assignment before this one about the same package, or -1 if there is none.
    var previous: Int { Int(shortPrevious) }

    /// Whether the assignment chooses a release, rather than following from an incompatibility.
    var isDecision: Bool { cause == nil }

    /// The index of the chosen release, or `nil` for a derivation.
    var choice: Int? { isDecision ? known.choices.last : nil }
  }

  /// What is known about a package. Stored apart from the assignments because propagation reads it
  /// constantly.
  private struct State: Sendable {
    /// The choices that satisfy all terms about the package. At first, these are all choices.
    var choices = ReleaseSet.empty.complement

    /// The index of the last assignment, or -1 if there is none.
    var last: Int32 = -1

    /// Whether a release must be decided and was not.
    var isUndecided: Bool

    /// Records a new assignment and returns the index of the one before, or -1 if there is none.
    mutating func assign(_ choices: ReleaseSet, at index: Int, isDecision: Bool) -> Int {
      let previous = Int(last)
      self.choices = choices
      last = Int32(index)
      if isDecision { isUndecided = false }
      return previous
    }

    /// Restores what was known at an earlier assignment.
    mutating func restore(_ choices: ReleaseSet, at index: Int, isDecisionRemoved: Bool) {
      self.choices = choices
      last = Int32(index)
      if isDecisionRemoved { isUndecided = true }
    }
  }

  /// The assignments, oldest first.
  private(set) var assignments: [Assignment] = []

  /// What is known about each package.
  private var states: [State] = []

  /// The number of decisions in effect.
  private(set) var level = 0

  /// The packages whose known terms have changed since ``popTouched()`` returned them, each once.
  private var touched: [PackageID] = []

  /// For each package, whether it is in `touched`.
  private var isTouched: [Bool] = []

  /// Adds the subject with the next number, without assignments.
  ///
  /// - Parameter isDecided: Whether a release must be decided. False for the need for a package on
  ///   a platform.
  mutating func addPackage(isDecided: Bool) {
    states.append(State(isUndecided: isDecided))
    isTouched.append(false)
  }

  /// Returns the intersection of all terms about a package, or `nil` if it has no assignment.
  func known(of package: PackageID) -> Term? {
    let index = states[package.index].last
    return index < 0 ? nil : assignments[Int(index)].known
  }

  /// Returns the choices with which all terms about a package are true.
  func choices(of package: PackageID) -> ReleaseSet { states[package.index].choices }

  /// Returns whether a term is currently satisfied, contradicted, or open.
  func verdict(on term: Term) -> Term.Verdict {
    if isSatisfied(term) { return .satisfied }
    return states[term.package.index].choices.isDisjoint(with: term.choices)
      ? .contradicted : .open
  }

  /// Returns whether a term is currently satisfied.
  func isSatisfied(_ term: Term) -> Bool {
    states[term.package.index].choices.isSubset(of: term.choices)
  }

  /// Returns whether the first word of the other term that a watch mentions suffices to see that
  /// the term is contradicted.
  func isContradicted(_ watch: WatchedTerms.Watch) -> Bool {
    states[watch.otherPackage.index].choices.firstWord & watch.otherFirstWord == 0
      && states[watch.otherPackage.index].choices.isWithinFirstWord
  }

  /// Returns the number of releases that can still be chosen of a package about which a positive
  /// term is known, but no release has been decided, or `nil` for any other package.
  func openCount(of package: PackageID) -> Int? {
    guard states[package.index].isUndecided, !states[package.index].choices.isUnbounded else {
      return nil
    }
    return states[package.index].choices.count
  }

  /// Adds a package to those that ``popTouched()`` returns.
  mutating func touch(_ package: PackageID) {
    if isTouched[package.index] { return }
    isTouched[package.index] = true
    touched.append(package)
  }

  /// Returns a package whose known term has changed since it was last returned, or `nil` if there
  /// is none.
  mutating func popTouched() -> PackageID? {
    guard let package = touched.popLast() else { return nil }
    isTouched[package.index] = false
    return package
  }

  /// Starts a new level with the decision for the release at `index` in the list of a package.
  mutating func decide(_ package: PackageID, _ index: Int) {
    level += 1
    append(Term(package, ReleaseSet(only: index)), cause: nil)
  }

  /// Adds a term that follows from `cause` and the assignments so far.
  mutating func derive(_ term: Term, cause: IncompatibilityID) {
    let known = states[term.package.index].choices.intersection(term.choices)
    append(Term(term.package, choices: known), cause: cause)
  }

  /// Removes every assignment at a level above `depth`.
  mutating func backtrack(toLevel depth: Int) {
    var count = assignments.count
    while count > 0, assignments[count - 1].level > depth {
      count -= 1
      let package = assignments[count].package
      let previous = assignments[count].previous
      states[package.index].restore(
        previous < 0 ? ReleaseSet.empty.complement : assignments[previous].known.choices,
        at: previous, isDecisionRemoved: assignments[count].isDecision)
      touch(package)
    }
    assignments.removeLast(assignments.count - count)
    level = min(level, depth)
  }

  /// Returns the index of the earliest assignment that makes `term` true. The term must
  /// be satisfied.
  ///
  /// Each assignment narrows the known term of its package. If an assignment satisfies `term`, so
  /// do all later assignments of the package.
  func satisfier(of term: Term) -> Int {
    var index = Int(states[term.package.index].last)
    while true {
      let previous = assignments[index].previous
      guard previous >= 0, assignments[previous].known.isSubset(of: term) else { return index }
      index = previous
    }
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
    var earliest: Int?
    var previous = assignments[index].previous
    while previous >= 0, assignments[previous].known.intersection(own).isSubset(of: term) {
      earliest = previous
      previous = assignments[previous].previous
    }
    return earliest
  }

  /// Appends an assignment at the current level.
  private mutating func append(_ known: Term, cause: IncompatibilityID?) {
    let package = known.package
    let previous = states[package.index].assign(
      known.choices, at: assignments.count, isDecision: cause == nil)
    assignments.append(Assignment(known, cause: cause, level: level, previous: previous))
    touch(package)
  }
}
