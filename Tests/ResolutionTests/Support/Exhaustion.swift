import Resolution

/// A brute-force solver, whose results are compared with those of ``Resolver``.
struct Exhaustion {
  /// The releases of each package.
  var releases: [String: [PackageRelease<Toy>]]

  /// The packages of which the project names a prerelease.
  let named: Set<String>

  /// Creates a solver of a universe.
  init(_ universe: RandomUniverse) {
    releases = universe.admitted
    named = Set(
      (universe.wanted + universe.limits.values).filter(\.admitsPrereleases).map(\.package))
  }

  /// Returns whether a choice meets all of `wanted` and the dependencies of the chosen releases,
  /// without unneeded packages. Every chosen release must support the platforms that its package is
  /// needed on, and a chosen prerelease must be named by the project or by a chosen release.
  func isSolution(_ choice: [String: Int], to wanted: [Dependency<Toy>]) -> Bool {
    var needed: [String: Set<String>] = [:]
    var naming = named
    var pending = wanted.map { ($0, Set($0.platforms)) }
    while let (dependency, platforms) = pending.popLast() {
      guard let version = choice[dependency.package], dependency.versions.contains(version) else {
        return false
      }
      if dependency.admitsPrereleases { naming.insert(dependency.package) }
      if let known = needed[dependency.package], platforms.isSubset(of: known) { continue }
      needed[dependency.package, default: []].formUnion(platforms)
      guard let release = release(dependency.package, version) else { return false }
      pending += (release.dependencies ?? []).map { ($0, platforms) }
    }
    return Set(needed.keys) == Set(choice.keys)
      && choice.allSatisfy { name, version in
        guard let release = release(name, version) else { return false }
        return needed[name, default: []].isDisjoint(with: release.platformObstacles.keys)
          && (release.obstacles.isEmpty
            || release.obstacles == [.prerelease] && naming.contains(name))
      }
  }

  /// Returns whether there is a solution.
  func hasSolution(_ wanted: [Dependency<Toy>]) -> Bool {
    !visit(wanted) { _ in false }
  }

  /// Returns whether a solution exists that is better than `choice` for a package of `wanted`, and
  /// as good for all others, or only for those before that package if `isOrdered` is true. Locked
  /// versions rank before all others, and prereleases that the project does not name after them.
  /// Apart from that, versions are ranked as in `releases`.
  func hasBetterSolution(
    than choice: [String: Int], to wanted: [Dependency<Toy>], isOrdered: Bool,
    keeping locked: [String: Int]
  ) -> Bool {
    let packages = wanted.map(\.package)
    func rank(_ package: String, _ version: Int?) -> Int {
      if version == locked[package] { return -1 }
      guard let own = releases[package],
        let index = own.firstIndex(where: { $0.version == version })
      else { return .max }
      let isLast = !own[index].obstacles.isEmpty && !named.contains(package)
      return isLast ? own.count + index : index
    }
    return !visit(wanted) { other in
      let differences = packages.map { rank($0, other[$0]) - rank($0, choice[$0]) }
      if isOrdered { return differences.first { $0 != 0 } ?? 0 >= 0 }
      return differences.contains { $0 > 0 } || differences.allSatisfy { $0 == 0 }
    }
  }

  /// Calls `body` with each solution until it returns false. Returns whether it never did.
  private func visit(_ wanted: [Dependency<Toy>], _ body: ([String: Int]) -> Bool) -> Bool {
    extend([:], pending: wanted) { !isSolution($0, to: wanted) || body($0) }
  }

  /// Calls `body` with each choice that extends `choice` and meets the pending dependencies, until
  /// it returns false. Returns whether it never did.
  private func extend(
    _ choice: [String: Int], pending: [Dependency<Toy>], _ body: ([String: Int]) -> Bool
  ) -> Bool {
    var pending = pending
    guard let dependency = pending.popLast() else { return body(choice) }
    if let version = choice[dependency.package] {
      return !dependency.versions.contains(version) || extend(choice, pending: pending, body)
    }
    return (releases[dependency.package] ?? []).allSatisfy { release in
      guard release.obstacles.isEmpty || release.obstacles == [.prerelease],
        dependency.versions.contains(release.version)
      else { return true }
      var longer = choice
      longer[dependency.package] = release.version
      return extend(longer, pending: pending + (release.dependencies ?? []), body)
    }
  }

  /// Returns the release of a version, or `nil` if there is none.
  func release(_ package: String, _ version: Int) -> PackageRelease<Toy>? {
    releases[package]?.first { $0.version == version }
  }
}
