/// The order in which the releases of a package are tried.
struct Preference: Sendable {
  /// The index of the locked release; `nil` if there is none or it cannot be chosen.
  let locked: Int?

  /// The indices of all releases, most preferred first; `nil` for newest first.
  let order: [Int]?

  /// Returns the index of the release to try, or `nil` if the set is empty.
  func first(in releases: ReleaseSet) -> Int? {
    if let locked, releases.contains(locked) { return locked }
    guard let order else { return releases.last }
    return order.first { releases.contains($0) }
  }
}
