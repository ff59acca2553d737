/// The index of an incompatibility among those of one search, in order of creation.
struct IncompatibilityID: Hashable, Comparable, Sendable {
  /// The index in half a word, because a long search stores millions of them.
  private let number: UInt32

  init(index: Int) { number = UInt32(index) }

  var index: Int { Int(number) }

  static func < (left: IncompatibilityID, right: IncompatibilityID) -> Bool {
    left.number < right.number
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

  /// The incompatibility as a node of the derivation graph alone.
  var withoutTerms: Incompatibility { Incompatibility(terms: [], cause: cause) }

  private init(terms: [Term], cause: Cause) {
    self.terms = terms
    self.cause = cause
  }

  /// Creates an incompatibility that follows from others. The terms must be sorted by package, at
  /// most one per package, and none of them always true.
  init(_ terms: [Term], derivedBy derivation: Derivation) {
    self.terms = terms
    cause = .derived(derivation)
  }

  /// Returns the term about `package`, or `nil` if there is none.
  func term(for package: PackageID) -> Term? {
    terms.first { $0.package == package }
  }

  /// Whether some term is false for every choice, so that nothing follows from the
  /// incompatibility.
  var isVacuous: Bool { terms.contains(where: \.isNeverTrue) }

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

    /// The result of resolving other incompatibilities in sequence.
    case derived(Derivation)
  }

  /// A sequence of resolutions: `start` is resolved with the first step, the resolvent with the
  /// second, and so on. The resolvents in between are not stored.
  struct Derivation: Sendable {
    /// A resolution with an incompatibility on a package.
    struct Step: Sendable {
      let id: IncompatibilityID
      let package: PackageID
    }

    let start: IncompatibilityID
    var steps: [Step] = []
  }
}

extension [Term] {
  /// Returns the terms of the resolvent of two incompatibilities on a package. Both lists of terms
  /// must be sorted by package.
  ///
  /// It contains the union of their terms about `package`, and the intersection of their terms
  /// about each other package. See <doc:Resolution#Resolution-of-two-incompatibilities>.
  func resolvent(with other: [Term], on package: PackageID) -> [Term] {
    var merged: [Term] = []
    merged.reserveCapacity(count + other.count)
    var left = 0
    var right = 0
    while left < count || right < other.count {
      if right == other.count || (left < count && self[left].package < other[right].package) {
        merged.append(self[left])
        left += 1
      } else if left == count || other[right].package < self[left].package {
        merged.append(other[right])
        right += 1
      } else {
        let joined =
          self[left].package == package
          ? self[left].union(other[right]) : self[left].intersection(other[right])
        if !joined.isAlwaysTrue { merged.append(joined) }
        left += 1
        right += 1
      }
    }
    return merged
  }
}
