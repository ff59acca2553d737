internal import Versions

/// The rule that decides between spellings of one version, such as `1.0` and `1.0.0`.
///
/// The spelling of an exact requirement comes first, then that of the previous lock, then the
/// shortest one, then the first one in the order of its characters. So it does not matter in which
/// order a source lists them.
struct SpellingPreference: Sendable {
  /// The spellings that the project names, most preferred first.
  private let named: [String]

  /// Creates the rule for the versions that `request` is about.
  init(_ request: PackageRequest?) {
    let exact = request?.requirements.filter(\.isExact).flatMap(\.clauses).map(\.version) ?? []
    named = exact + (request?.previous?.certainVersion.map { [$0.spelling] } ?? [])
  }

  /// Returns whether the project names the spelling of `left` in preference to that of `right`, or
  /// `nil` if it names neither. The versions must be equal.
  func names(_ left: Version, before right: Version) -> Bool? {
    let (first, second) = (place(of: left), place(of: right))
    return first == second ? nil : first < second
  }

  /// Returns whether the spelling of `left` is preferred to that of `right`. The versions must be
  /// equal.
  func prefers(_ left: Version, to right: Version) -> Bool {
    let (first, second) = (left.spelling, right.spelling)
    return (place(of: left), first.utf8.count, first)
      < (place(of: right), second.utf8.count, second)
  }

  private func place(of version: Version) -> Int {
    named.firstIndex(of: version.spelling) ?? named.count
  }
}
