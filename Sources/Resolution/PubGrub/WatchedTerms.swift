/// The terms that propagation watches: two of each incompatibility, or its only one.
///
/// As long as two terms of an incompatibility are not satisfied, nothing follows from it. So an
/// incompatibility need not be examined until one of two such terms becomes satisfied. See
/// <doc:Resolution#Unit-propagation>.
struct WatchedTerms: Sendable {
  /// A watched term of an incompatibility.
  struct Watch: Sendable {
    let id: IncompatibilityID

    /// The index of the term.
    let index: Int

    /// The first word of the choices of the term. Mostly, it suffices to see that the term is not
    /// satisfied, without a look at the incompatibility.
    let firstWord: UInt64
  }

  /// For each package, the watched terms about it.
  private var lists: [[Watch]] = []

  /// For each incompatibility, the indices of its watched terms, which are equal if it has only one
  /// term.
  private var pairs: [(first: Int, second: Int)] = []

  /// Adds the package with the next number.
  mutating func addPackage() { lists.append([]) }

  /// Adds the incompatibility with the next identifier, without watching any term.
  mutating func addIncompatibility() { pairs.append((-1, -1)) }

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
    return pair.first == watch.index ? pair.second : pair.first
  }

  /// Watches the term at an index in place of the one of `watch`, which must not be in a list.
  mutating func move(_ watch: Watch, to index: Int, in terms: [Term]) {
    pairs[watch.id.index] = (index, other(than: watch))
    insert(index, in: terms, of: watch.id)
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
    pairs[id.index] = (first.index, second.index < 0 ? first.index : second.index)
    insert(first.index, in: terms, of: id)
    if second.index >= 0 { insert(second.index, in: terms, of: id) }
  }

  private mutating func insert(_ index: Int, in terms: [Term], of id: IncompatibilityID) {
    lists[terms[index].package.index].append(
      Watch(id: id, index: index, firstWord: terms[index].choices.firstWord))
  }
}
