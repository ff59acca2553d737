/// The index of an incompatibility among those of one search, in order of creation.
struct IncompatibilityID: Hashable, Comparable, Sendable {
  let index: Int

  static func < (left: IncompatibilityID, right: IncompatibilityID) -> Bool {
    left.index < right.index
  }
}

/// A set of terms, at least one of which is false in every solution.
///
/// Contains at most one term per package. The terms are sorted by package, and none is always
/// true. See <doc:Resolution#Incompatibility>.
struct Incompatibility: Sendable {
  let terms: [Term]
  let cause: Cause

  /// Creates an incompatibility, intersecting the terms of each package and dropping terms that
  /// are always true.
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

  /// Creates an incompatibility from terms that are sorted by package, at most one per package,
  /// and none of them always true.
  private init(normalized terms: [Term], cause: Cause) {
    self.terms = terms
    self.cause = cause
  }

  /// Returns the term about `package`, or `nil` if there is none.
  func term(for package: PackageID) -> Term? {
    terms.first { $0.package == package }
  }

  /// Whether some term is false for every choice, so that nothing follows from the
  /// incompatibility.
  var isVacuous: Bool { terms.contains(where: \.isNeverTrue) }

  /// Returns the resolvent of this incompatibility and another on `package`.
  ///
  /// It contains the union of their terms about `package`, and the intersection of their terms
  /// about each other package. See <doc:Resolution#Resolution-of-two-incompatibilities>.
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
    return Incompatibility(normalized: merged, cause: cause)
  }

  /// The reason why the terms exclude each other.
  ///
  /// The causes form the derivation graph. Facts are its leaves, and each derived incompatibility
  /// has two parents, both with smaller indices.
  ///
  ///     {fastlane >= 2.220, not ruby >= 2.6}   {not ruby = 2.5.9}
  ///                   └───────────┬───────────┘
  ///                  {fastlane >= 2.220}   {not fastlane ~> 2.220}
  ///                           └──────────┬─────────┘
  ///                                     { }
  enum Cause: Sendable {
    /// A fact about the universe, as an index into the facts of the ``PackageTable``.
    case fact(Int)

    /// The resolvent of two incompatibilities on a package.
    case derived(IncompatibilityID, IncompatibilityID, on: PackageID)
  }
}
