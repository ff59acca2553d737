/// A number that identifies a package within one search.
///
/// Packages are numbered in the order in which the search encounters them.
struct PackageID: Hashable, Comparable, Sendable {
  /// The index in half a word, because a long search stores millions of them.
  private let number: UInt32

  init(index: Int) { number = UInt32(index) }

  var index: Int { Int(number) }

  static func < (left: PackageID, right: PackageID) -> Bool { left.number < right.number }
}

/// A statement about one package that is true or false for a choice of releases.
///
/// A positive term states that a release in the set is chosen. A negative term states that none
/// is, which is also true if the package is not chosen at all. The negation of a term is therefore
/// the term of opposite sign with the same set, not the term with the complement of the set. See
/// <doc:Resolution#Term>.
struct Term: Hashable, Sendable {
  /// The choices with which the term is true: the indices of releases. In a negative term, the
  /// unbounded remainder stands for the choice of no release.
  let choices: ReleaseSet

  let package: PackageID

  /// Creates the statement that one of `releases` is chosen.
  init(_ package: PackageID, _ releases: ReleaseSet) {
    self.init(package, choices: releases)
  }

  /// Creates the statement that none of `releases` is chosen.
  init(not package: PackageID, _ releases: ReleaseSet) {
    self.init(package, choices: releases.complement)
  }

  /// Creates the statement that is true with the given choices.
  init(_ package: PackageID, choices: ReleaseSet) {
    self.package = package
    self.choices = choices
  }

  /// Whether the term states that one of `releases` is chosen, rather than none of them.
  var isPositive: Bool { !choices.isUnbounded }

  /// The releases that the term names.
  var releases: ReleaseSet { isPositive ? choices : choices.complement }

  /// The term that is true exactly when this one is false.
  var negation: Term { Term(package, choices: choices.complement) }

  /// Whether the term is true for every choice, so that it forbids nothing.
  var isAlwaysTrue: Bool { negation.isNeverTrue }

  /// Whether the term is false for every choice.
  var isNeverTrue: Bool { choices.isEmpty }

  /// Returns the term that is true exactly when this term and `other` are both true. Both must be
  /// about the same package.
  func intersection(_ other: Term) -> Term {
    Term(package, choices: choices.intersection(other.choices))
  }

  /// Returns the term that is true exactly when this term, `other`, or both are true. Both must be
  /// about the same package.
  func union(_ other: Term) -> Term { Term(package, choices: choices.union(other.choices)) }

  /// Returns whether this term satisfies `other`: `other` is true whenever this term is. Both must
  /// be about the same package.
  func isSubset(of other: Term) -> Bool { choices.isSubset(of: other.choices) }

  /// Returns whether `other` must be true, must be false, or may be either if this term is true.
  /// Both must be about the same package.
  func verdict(on other: Term) -> Verdict {
    if isSubset(of: other) { return .satisfied }
    return isDisjoint(with: other) ? .contradicted : .open
  }

  /// Returns whether this term contradicts `other`: no choice makes both true. Both must be about
  /// the same package.
  func isDisjoint(with other: Term) -> Bool { choices.isDisjoint(with: other.choices) }

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
