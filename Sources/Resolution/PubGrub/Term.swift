/// A number that identifies a package within one search.
///
/// Packages are numbered in the order in which the search encounters them.
struct PackageID: Hashable, Comparable, Sendable {
  let index: Int

  static func < (left: PackageID, right: PackageID) -> Bool { left.index < right.index }
}

/// A statement about one package that is true or false for a choice of releases.
///
/// A positive term states that a release in the set is chosen. A negative term states that none
/// is, which is also true if the package is not chosen at all. The negation of a term is therefore
/// the term of opposite sign with the same set, not the term with the complement of the set. See
/// <doc:Resolution#Term>.
struct Term: Hashable, Sendable {
  let package: PackageID

  /// Whether the term states that one of `releases` is chosen, rather than none of them.
  let isPositive: Bool
  let releases: ReleaseSet

  /// Creates the statement that one of `releases` is chosen.
  init(_ package: PackageID, _ releases: ReleaseSet) {
    self.init(package, isPositive: true, releases)
  }

  /// Creates the statement that none of `releases` is chosen.
  init(not package: PackageID, _ releases: ReleaseSet) {
    self.init(package, isPositive: false, releases)
  }

  private init(_ package: PackageID, isPositive: Bool, _ releases: ReleaseSet) {
    self.package = package
    self.isPositive = isPositive
    self.releases = releases
  }

  /// The term that is true exactly when this one is false.
  var negation: Term { Term(package, isPositive: !isPositive, releases) }

  /// Whether the term is true for every choice, so that it forbids nothing.
  var isAlwaysTrue: Bool { !isPositive && releases.isEmpty }

  /// Whether the term is false for every choice.
  var isNeverTrue: Bool { isPositive && releases.isEmpty }

  /// Returns the term that is true exactly when this term and `other` are both true. Both must be
  /// about the same package.
  func intersection(_ other: Term) -> Term {
    switch (isPositive, other.isPositive) {
    case (true, true): Term(package, releases.intersection(other.releases))
    case (true, false): Term(package, releases.subtracting(other.releases))
    case (false, true): Term(package, other.releases.subtracting(releases))
    case (false, false): Term(not: package, releases.union(other.releases))
    }
  }

  /// Returns the term that is true exactly when this term, `other`, or both are true. Both must be
  /// about the same package.
  func union(_ other: Term) -> Term {
    switch (isPositive, other.isPositive) {
    case (true, true): Term(package, releases.union(other.releases))
    case (true, false): Term(not: package, other.releases.subtracting(releases))
    case (false, true): Term(not: package, releases.subtracting(other.releases))
    case (false, false): Term(not: package, releases.intersection(other.releases))
    }
  }

  /// Returns whether this term satisfies `other`: `other` is true whenever this term is. Both must
  /// be about the same package.
  func isSubset(of other: Term) -> Bool {
    switch (isPositive, other.isPositive) {
    case (true, true): releases.isSubset(of: other.releases)
    case (true, false): releases.isDisjoint(with: other.releases)
    case (false, true): false
    case (false, false): other.releases.isSubset(of: releases)
    }
  }

  /// Returns whether `other` must be true, must be false, or may be either if this term is true.
  /// Both must be about the same package.
  func verdict(on other: Term) -> Verdict {
    if isSubset(of: other) { return .satisfied }
    return isDisjoint(with: other) ? .contradicted : .open
  }

  /// Returns whether this term contradicts `other`: no choice makes both true. Both must be about
  /// the same package.
  func isDisjoint(with other: Term) -> Bool {
    switch (isPositive, other.isPositive) {
    case (true, true): releases.isDisjoint(with: other.releases)
    case (true, false): releases.isSubset(of: other.releases)
    case (false, true): other.releases.isSubset(of: releases)
    case (false, false): false
    }
  }

  /// The truth of a term, given that another term about the same package is true.
  enum Verdict: Sendable {
    /// The term must be true.
    case satisfied

    /// The term must be false.
    case contradicted

    /// The term may be true or false.
    case open
  }
}
