import Resolution

/// A brute-force solver, whose results are compared with those of ``Resolver``.
struct Exhaustion {
  /// The releases of each package.
  let releases: [String: [PackageRelease<Toy>]]

  /// Returns whether a choice meets all of `wanted` and the dependencies of the chosen releases,
  /// without unneeded packages.
  func isSolution(_ choice: [String: Int], to wanted: [Dependency<Toy>]) -> Bool {
    var needed: Set<String> = []
    var pending = wanted
    while let dependency = pending.popLast() {
      guard let version = choice[dependency.package], dependency.versions.contains(version) else {
        return false
      }
      guard needed.insert(dependency.package).inserted else { continue }
      let release = releases[dependency.package]?.first { $0.version == version }
      guard let release, release.obstacle == nil else { return false }
      pending += release.dependencies ?? []
    }
    return needed == Set(choice.keys)
  }

  /// Returns whether there is a solution that contains the `fixed` versions.
  func hasSolution(_ wanted: [Dependency<Toy>], fixing fixed: [String: Int] = [:]) -> Bool {
    extend([:], pending: wanted + fixed.map { Dependency($0.key, IntegerSet(only: $0.value)) })
  }

  /// Returns whether a choice can be extended to meet the pending dependencies.
  private func extend(_ choice: [String: Int], pending: [Dependency<Toy>]) -> Bool {
    var pending = pending
    guard let dependency = pending.popLast() else { return true }
    if let version = choice[dependency.package] {
      return dependency.versions.contains(version) && extend(choice, pending: pending)
    }
    return (releases[dependency.package] ?? []).contains { release in
      guard release.obstacle == nil, dependency.versions.contains(release.version) else {
        return false
      }
      var longer = choice
      longer[dependency.package] = release.version
      return extend(longer, pending: pending + (release.dependencies ?? []))
    }
  }
}
