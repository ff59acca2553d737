/// A package by its number in one search: the order in which the search met the names.
struct PackageID: Hashable, Comparable, Sendable {
  let index: Int

  static func < (left: PackageID, right: PackageID) -> Bool { left.index < right.index }
}

/// A statement about one package that is true or false of a choice of versions.
///
/// See <doc:Resolution#Term>. A positive term says that a version out of the set is chosen; a
/// negative one that none out of the set is, which holds also where the package is not chosen at
/// all. So the complement of the set is never enough to negate a term: the sign must turn.
struct Term<Versions: VersionSetAlgebra>: Hashable, Sendable {
  let package: PackageID
  let isPositive: Bool
  let versions: Versions

  /// The statement that one of `versions` is chosen.
  init(_ package: PackageID, _ versions: Versions) {
    self.init(package, isPositive: true, versions)
  }

  /// The statement that none of `versions` is chosen.
  init(not package: PackageID, _ versions: Versions) {
    self.init(package, isPositive: false, versions)
  }

  private init(_ package: PackageID, isPositive: Bool, _ versions: Versions) {
    self.package = package
    self.isPositive = isPositive
    self.versions = versions
  }

  /// The term that is true exactly where this one is false.
  var negation: Term { Term(package, isPositive: !isPositive, versions) }

  /// Whether the term is true of every choice: it forbids nothing.
  var isAlwaysTrue: Bool { !isPositive && versions.isEmpty }

  /// Whether the term is false of every choice.
  var isNeverTrue: Bool { isPositive && versions.isEmpty }

  /// The term that is true where both are. Both are about the same package.
  func intersection(_ other: Term) -> Term {
    switch (isPositive, other.isPositive) {
    case (true, true): Term(package, versions.intersection(other.versions))
    case (true, false): Term(package, versions.subtracting(other.versions))
    case (false, true): Term(package, other.versions.subtracting(versions))
    case (false, false): Term(not: package, versions.union(other.versions))
    }
  }

  /// The term that is true where one of both is. Both are about the same package.
  func union(_ other: Term) -> Term {
    switch (isPositive, other.isPositive) {
    case (true, true): Term(package, versions.union(other.versions))
    case (true, false): Term(not: package, other.versions.subtracting(versions))
    case (false, true): Term(not: package, versions.subtracting(other.versions))
    case (false, false): Term(not: package, versions.intersection(other.versions))
    }
  }

  /// Whether `other` is true wherever this term is: this one satisfies it.
  func isSubset(of other: Term) -> Bool {
    switch (isPositive, other.isPositive) {
    case (true, true): versions.isSubset(of: other.versions)
    case (true, false): versions.isDisjoint(with: other.versions)
    case (false, true): false
    case (false, false): other.versions.isSubset(of: versions)
    }
  }

  /// Whether no choice makes both terms true: this one contradicts the other.
  func isDisjoint(with other: Term) -> Bool {
    switch (isPositive, other.isPositive) {
    case (true, true): versions.isDisjoint(with: other.versions)
    case (true, false): versions.isSubset(of: other.versions)
    case (false, true): other.versions.isSubset(of: versions)
    case (false, false): false
    }
  }
}
