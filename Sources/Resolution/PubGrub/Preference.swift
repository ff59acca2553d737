/// The order in which the releases of a package are tried.
struct Preference: Sendable {
  /// The index of the locked release, or `nil` if there is none or it cannot be chosen.
  let locked: Int?

  /// The indices of all releases, most preferred first, or `nil` for newest first.
  let order: [Int]?

  /// Returns the index of the most preferred release in a set, or `nil` if the set is empty.
  func first(in releases: ReleaseSet) -> Int? {
    if let locked, releases.contains(locked) { return locked }
    guard let order else { return releases.last }
    return order.first { releases.contains($0) }
  }
}
