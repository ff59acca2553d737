/// An incompatibility by its number in one search.
struct IncompatibilityID: Hashable, Comparable, Sendable {
  let index: Int

  static func < (left: IncompatibilityID, right: IncompatibilityID) -> Bool {
    left.index < right.index
  }
}

/// A set of terms of which at least one is false in every solution.
///
/// See <doc:Resolution#Incompatibility>. It holds at most one term for each package, sorted by
/// package, and none that is always true.
struct Incompatibility: Sendable {
  let terms: [Term]
  let cause: Cause

  /// Joins terms of the same package and drops what is always true.
  init(_ terms: [Term], cause: Cause) {
    var joined: [Term] = []
    for term in terms.sorted(by: { $0.package < $1.package }) where !term.isAlwaysTrue {
      if let last = joined.last, last.package == term.package {
        joined[joined.count - 1] = last.intersection(term)
      } else {
        joined.append(term)
      }
    }
    self.terms = joined
    self.cause = cause
  }

  /// Terms already sorted by package, one for each, none always true.
  private init(normalised terms: [Term], cause: Cause) {
    self.terms = terms
    self.cause = cause
  }

  /// The term about `package`, or nil if there is none.
  func term(for package: PackageID) -> Term? {
    terms.first { $0.package == package }
  }

  /// Whether no choice of versions can make all terms true, so that nothing follows from it.
  var isVacuous: Bool { terms.contains(where: \.isNeverTrue) }

  /// Resolves this incompatibility with another on `package`: their other terms cannot all be true
  /// together with the union of their terms about `package`. See
  /// <doc:Resolution#Resolution-of-two-incompatibilities>.
  func resolvent(
    with other: Incompatibility, on package: PackageID, cause: Cause
  ) -> Incompatibility {
    var merged: [Term] = []
    merged.reserveCapacity(terms.count + other.terms.count)
    var left = 0
    var right = 0
    while left < terms.count || right < other.terms.count {
      if right == other.terms.count
        || (left < terms.count && terms[left].package < other.terms[right].package)
      {
        merged.append(terms[left])
        left += 1
      } else if left == terms.count || other.terms[right].package < terms[left].package {
        merged.append(other.terms[right])
        right += 1
      } else {
        let isPivot = terms[left].package == package
        let joined =
          isPivot
          ? terms[left].union(other.terms[right])
          : terms[left].intersection(other.terms[right])
        if !joined.isAlwaysTrue { merged.append(joined) }
        left += 1
        right += 1
      }
    }
    return Incompatibility(normalised: merged, cause: cause)
  }

  /// Why the terms exclude each other.
  ///
  /// The causes form the derivation graph: facts are its leaves, and each derived
  /// incompatibility has two parents, both with smaller numbers.
  ///
  ///     {fastlane >= 2.220, not ruby >= 2.6}   {not ruby = 2.5.9}
  ///                         └─────────┬─────────────┘
  ///                         {fastlane >= 2.220}   {not fastlane ~> 2.220}
  ///                                   └─────────┬──────────┘
  ///                                            { }
  enum Cause: Sendable {
    /// Something known of the world: the number of an entry in the catalogue's list of facts.
    case fact(Int)

    /// It follows from two others by resolution on a package.
    case derived(IncompatibilityID, IncompatibilityID, on: PackageID)
  }
}
