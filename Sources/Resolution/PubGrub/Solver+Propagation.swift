// Unit propagation. See <doc:Resolution#Unit-propagation>.
extension Solver {
  /// Performs unit propagation until nothing more follows, or resolves the first contradiction.
  mutating func propagate() -> Propagation {
    if let refutation { return .refuted(refutation) }
    if !unexamined.isEmpty, let conflict = examineNew() { return resolveConflict(conflict) }
    var next = 0
    while next < changed.count {
      let package = changed[next]
      next += 1
      isChanged[package.index] = false
      if let conflict = visit(package) { return resolveConflict(conflict) }
    }
    changed.removeAll(keepingCapacity: true)
    return .settled
  }

  /// Examines the incompatibilities in `unexamined`, up to the first contradiction.
  ///
  /// - Returns: An incompatibility whose terms are all satisfied, or `nil` if there is none.
  private mutating func examineNew() -> IncompatibilityID? {
    for (position, id) in unexamined.enumerated() where !isRetired[id.index] {
      switch relation(of: id) {
      case .inconclusive, .contradicted: break
      case .almostSatisfied(let index): derive(fromAllBut: index, of: id)
      case .satisfied:
        unexamined.removeFirst(position + 1)
        return id
      }
    }
    unexamined.removeAll(keepingCapacity: true)
    return nil
  }

  /// Visits the watched terms about a package, and examines the incompatibilities of those that are
  /// satisfied.
  ///
  /// - Returns: An incompatibility whose terms are all satisfied, or `nil` if there is none.
  private mutating func visit(_ package: PackageID) -> IncompatibilityID? {
    let known = solution.choices(of: package)
    let firstWord = known.firstWord
    let isExact = known.isWithinFirstWord
    // No term about this package is added meanwhile, because the others of an incompatibility are
    // about other packages.
    var list = watchedTerms.take(about: package)
    var kept = list.count
    var conflict: IncompatibilityID?
    // Visits the newest first, because incompatibilities learned later are more general.
    for next in list.indices.reversed() {
      let watch = list[next]
      let isUnsatisfied =
        firstWord & ~watch.firstWord != 0
        || !isExact
          && !known.isSubset(of: incompatibilities[watch.id.index].terms[watch.index].choices)
      if isUnsatisfied || conflict != nil || solution.isContradicted(watch)
        || stays(watch, &conflict)
      {
        kept -= 1
        if kept != next { list[kept] = watch }
      }
    }
    if kept > 0 { list.removeFirst(kept) }
    watchedTerms.put(list, about: package)
    return conflict
  }

  /// Examines the incompatibility of a watched term that is satisfied: watches another term
  /// instead, or derives what follows.
  ///
  /// - Parameter conflict: Set to the incompatibility if all of its terms are satisfied.
  /// - Returns: Whether the term stays watched.
  private mutating func stays(
    _ watch: WatchedTerms.Watch, _ conflict: inout IncompatibilityID?
  ) -> Bool {
    if isRetired[watch.id.index] { return false }
    if let other = watch.onlyOther {
      switch solution.verdict(on: other) {
      case .contradicted: break
      case .open: derive(other.negation, from: watch.id)
      case .satisfied: conflict = watch.id
      }
      return true
    }
    let terms = incompatibilities[watch.id.index].terms
    let other = watchedTerms.other(than: watch)
    let verdict = solution.verdict(on: terms[other])
    if verdict == .contradicted { return true }
    for index in terms.indices where index != watch.index && index != other {
      if solution.isSatisfied(terms[index]) { continue }
      watchedTerms.move(watch, to: index, in: terms)
      return false
    }
    if verdict == .open { derive(fromAllBut: other, of: watch.id) } else { conflict = watch.id }
    return true
  }

  /// Derives the negation of the only term of an incompatibility that is not satisfied.
  private mutating func derive(fromAllBut index: Int, of id: IncompatibilityID) {
    derive(incompatibilities[id.index].terms[index].negation, from: id)
  }

  private mutating func derive(_ term: Term, from id: IncompatibilityID) {
    solution.derive(term, cause: id)
    markChanged(term.package)
  }

  /// The state of an incompatibility under the partial solution.
  private enum Relation {
    /// All terms are satisfied.
    case satisfied

    /// All terms are satisfied except the one at this index, which is open.
    case almostSatisfied(Int)

    /// At least one term is contradicted.
    case contradicted

    /// At least two terms are open, so nothing follows.
    case inconclusive
  }

  /// Returns the state of an incompatibility. Ignores terms after the second open one, because
  /// nothing follows whether or not they are contradicted.
  private func relation(of id: IncompatibilityID) -> Relation {
    let terms = incompatibilities[id.index].terms
    var open: Int?
    for index in terms.indices {
      switch solution.verdict(on: terms[index]) {
      case .satisfied: continue
      case .contradicted: return .contradicted
      case .open:
        if open != nil { return .inconclusive }
        open = index
      }
    }
    return open.map { .almostSatisfied($0) } ?? .satisfied
  }
}
