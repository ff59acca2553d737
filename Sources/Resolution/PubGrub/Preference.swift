/// Which release of a package to try first.
struct Preference: Sendable {
  /// Where the version to keep stands; nil if there is none, or it cannot be chosen.
  let locked: Int?

  /// The places of all releases, the one to be preferred first; nil if that is the newest first.
  let order: [Int]?

  /// The place of the release to try; nil if the set is empty.
  func first(in releases: ReleaseSet) -> Int? {
    if let locked, releases.contains(locked) { return locked }
    guard let order else { return releases.last }
    return order.first { releases.contains($0) }
  }
}
