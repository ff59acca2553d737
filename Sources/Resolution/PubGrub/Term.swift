/// A package by its number in one search: the order in which the search met the names.
struct PackageID: Hashable, Comparable, Sendable {
  let index: Int

  static func < (left: PackageID, right: PackageID) -> Bool { left.index < right.index }
}

/// A statement about one package that is true or false of a choice of releases.
///
/// See <doc:Resolution#Term>. A positive term says that a release out of the set is chosen; a
/// negative one that none out of the set is, which holds also where the package is not chosen at
/// all. So the complement of the set is never enough to negate a term: the sign must turn.
struct Term: Hashable, Sendable {
  let package: PackageID
  let isPositive: Bool
  let releases: ReleaseSet

  /// The statement that one of `releases` is chosen.
  init(_ package: PackageID, _ releases: ReleaseSet) {
    self.init(package, isPositive: true, releases)
  }

  /// The statement that none of `releases` is chosen.
  init(not package: PackageID, _ releases: ReleaseSet) {
    self.init(package, isPositive: false, releases)
  }

  private init(_ package: PackageID, isPositive: Bool, _ releases: ReleaseSet) {
    self.package = package
    self.isPositive = isPositive
    self.releases = releases
  }

  /// The term that is true exactly where this one is false.
  var negation: Term { Term(package, isPositive: !isPositive, releases) }

  /// Whether the term is true of every choice: it forbids nothing.
  var isAlwaysTrue: Bool { !isPositive && releases.isEmpty }

  /// Whether the term is false of every choice.
  var isNeverTrue: Bool { isPositive && releases.isEmpty }

  /// The term that is true where both are. Both are about the same package.
  func intersection(_ other: Term) -> Term {
    switch (isPositive, other.isPositive) {
    case (true, true): Term(package, releases.intersection(other.releases))
    case (true, false): Term(package, releases.subtracting(other.releases))
    case (false, true): Term(package, other.releases.subtracting(releases))
    case (false, false): Term(not: package, releases.union(other.releases))
    }
  }

  /// The term that is true where one of both is. Both are about the same package.
  func union(_ other: Term) -> Term {
    switch (isPositive, other.isPositive) {
    case (true, true): Term(package, releases.union(other.releases))
    case (true, false): Term(not: package, other.releases.subtracting(releases))
    case (false, true): Term(not: package, releases.subtracting(other.releases))
    case (false, false): Term(not: package, releases.intersection(other.releases))
    }
  }

  /// Whether `other` is true wherever this term is: this one satisfies it.
  func isSubset(of other: Term) -> Bool {
    switch (isPositive, other.isPositive) {
    case (true, true): releases.isSubset(of: other.releases)
    case (true, false): releases.isDisjoint(with: other.releases)
    case (false, true): false
    case (false, false): other.releases.isSubset(of: releases)
    }
  }

  /// What this term, known to be true, says of another about the same package.
  func verdict(on other: Term) -> Verdict {
    if isSubset(of: other) { return .satisfied }
    return isDisjoint(with: other) ? .contradicted : .open
  }

  /// Whether no choice makes both terms true: this one contradicts the other.
  func isDisjoint(with other: Term) -> Bool {
    switch (isPositive, other.isPositive) {
    case (true, true): releases.isDisjoint(with: other.releases)
    case (true, false): releases.isSubset(of: other.releases)
    case (false, true): other.releases.isSubset(of: releases)
    case (false, false): false
    }
  }

  /// What is known about whether a term is true.
  enum Verdict: Sendable {
    case satisfied
    case contradicted
    case open
  }
}
