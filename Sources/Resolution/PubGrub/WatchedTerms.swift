/// The terms that propagation watches: two of each incompatibility, or its only one.
///
/// As long as two terms of an incompatibility are not satisfied, nothing follows from it. So an
/// incompatibility need not be examined until one of two such terms becomes satisfied. See
/// <doc:Resolution#Unit-propagation>.
struct WatchedTerms: Sendable {
  /// A watched term of an incompatibility.
  ///
  /// Contains what shows in most cases that nothing follows, because a look at the incompatibility
  /// takes several accesses to memory that is rarely in a cache.
  struct Watch: Sendable {
    let id: IncompatibilityID

    /// The index of the term, in half a word.
    private let number: UInt32

    /// The package of another term of the incompatibility, or of this one if it is the only one.
    let otherPackage: PackageID

    /// Whether the incompatibility has two terms, and `otherFirstWord` and `isOtherUnbounded` state
    /// all choices of the other one.
    private let isPair: Bool

    /// Whether the choices of the other term are unbounded.
    private let isOtherUnbounded: Bool

    /// The first word of the choices of the term. Mostly, it suffices to see that the term is not
    /// satisfied.
    let firstWord: UInt64

    /// The first word of the choices of the other term. Often, it suffices to see that the other
    /// term is contradicted.
    let otherFirstWord: UInt64

    init(_ id: IncompatibilityID, at index: Int, and other: Int, in terms: [Term]) {
      self.id = id
      number = UInt32(index)
      otherPackage = terms[other].package
      isPair = terms.count == 2 && terms[other].choices.isFirstWordOnly
      isOtherUnbounded = terms[other].choices.isUnbounded
      firstWord = terms[index].choices.firstWord
      otherFirstWord = terms[other].choices.firstWord
    }

    /// The index of the term.
    var index: Int { Int(number) }

    /// The other term, or `nil` if only a look at the incompatibility shows what follows from it.
    var onlyOther: Term? {
      if !isPair { return nil }
      return Term(
        otherPackage,
        choices: ReleaseSet(firstWord: otherFirstWord, isUnbounded: isOtherUnbounded))
    }
  }

  /// For each package, the watched terms about it.
  private var lists: [[Watch]] = []

  /// For each incompatibility, the indices of its watched terms, which are equal if it has only one
  /// term.
  private var pairs: [(first: UInt32, second: UInt32)] = []

  /// Adds the package with the next number.
  mutating func addPackage() { lists.append([]) }

  /// Adds the incompatibility with the next identifier, without watching any term.
  mutating func addIncompatibility() { pairs.append((0, 0)) }

  /// Removes and returns the watched terms about a package.
  mutating func take(about package: PackageID) -> [Watch] {
    var list: [Watch] = []
    swap(&list, &lists[package.index])
    return list
  }

  /// Puts back the watched terms about a package.
  mutating func put(_ list: consuming [Watch], about package: PackageID) {
    lists[package.index] = list
  }

  /// Returns the index of the other watched term of the same incompatibility.
  func other(than watch: Watch) -> Int {
    let pair = pairs[watch.id.index]
    return Int(pair.first) == watch.index ? Int(pair.second) : Int(pair.first)
  }

  /// Watches the term at an index in place of the one of `watch`, which must not be in a list.
  mutating func move(_ watch: Watch, to index: Int, in terms: [Term]) {
    let other = other(than: watch)
    pairs[watch.id.index] = (UInt32(index), UInt32(other))
    insert(index, and: other, in: terms, of: watch.id)
  }

  /// Watches the two terms of an incompatibility that the solver would undo first by backtracking:
  /// those that are not satisfied, and then those that were satisfied last.
  mutating func add(_ terms: [Term], of id: IncompatibilityID, in solution: PartialSolution) {
    if terms.isEmpty { return }
    var first = (index: -1, time: -1)
    var second = first
    for (index, term) in terms.enumerated() {
      let time = solution.isSatisfied(term) ? solution.satisfier(of: term) : Int.max
      if time > first.time {
        second = first
        first = (index, time)
      } else if time > second.time {
        second = (index, time)
      }
    }
    let other = second.index < 0 ? first.index : second.index
    pairs[id.index] = (UInt32(first.index), UInt32(other))
    insert(first.index, and: other, in: terms, of: id)
    if second.index >= 0 { insert(second.index, and: first.index, in: terms, of: id) }
  }

  /// Removes the watched terms of incompatibilities that propagation no longer examines.
  mutating func removeAll(where isRetired: (IncompatibilityID) -> Bool) {
    for package in lists.indices { lists[package].removeAll { isRetired($0.id) } }
  }

  private mutating func insert(
    _ index: Int, and other: Int, in terms: [Term], of id: IncompatibilityID
  ) {
    lists[terms[index].package.index].append(Watch(id, at: index, and: other, in: terms))
  }
}
