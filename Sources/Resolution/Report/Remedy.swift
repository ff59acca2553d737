/// A change that may resolve a conflict. It is a hint only if the search with it has a solution.
/// See <doc:Resolution#Hints>.
enum Remedy<World: Universe>: Sendable {
  /// A hidden version becomes available. If the project itself requires the package, its
  /// requirement could name that version.
  case reveal(PackageRelease<World>, of: World.Package, Dependency<World>?)

  /// A requirement or limit of the project accepts other versions. `needed` contains the versions
  /// that other packages need according to the proof.
  case replace(Dependency<World>, needed: [World.Versions])

  /// Whether other packages need versions that a requirement of the project excludes.
  var isNeeded: Bool { if case .replace(_, let needed) = self { !needed.isEmpty } else { false } }

  /// Returns a request with the change.
  func applied(to request: ResolutionRequest<World>) -> ResolutionRequest<World> {
    var request = request
    switch self {
    case .reveal(let release, let package, let requirement):
      request.revealed[package] = release.version
      if let requirement {
        request.replace(requirement, with: World.Versions(only: release.version))
      }
    case .replace(let requirement, _): request.replace(requirement, with: .all)
    }
    return request
  }

  /// Returns the hints that follow from a solution of the search with the change.
  func hints(from search: Search<World>) -> [ConflictHint<World>] {
    switch self {
    case .reveal(let release, let package, let requirement):
      let exists = ConflictHint<World>.obstructed(package, release.version, release.obstacles)
      guard let requirement, release.isNameable else { return [exists] }
      let only = World.Versions(only: release.version)
      return [exists, .widen(requirement, to: only, chosen: release.version)]
    case .replace(let requirement, let needed):
      guard let version = Solution(search).versions[requirement.package] else { return [] }
      let fitting = needed.filter { $0.contains(version) }
      let versions = fitting.dropFirst().reduce(fitting.first) { $0?.intersection($1) }
      return [.widen(requirement, to: versions ?? World.Versions(only: version), chosen: version)]
    }
  }
}

extension ResolutionRequest {
  /// Replaces the versions of one requirement or limit.
  fileprivate mutating func replace(_ requirement: Dependency<World>, with versions: World.Versions)
  {
    let other = Dependency<World>(
      requirement.package, versions, admitsPrereleases: requirement.admitsPrereleases,
      on: Set(requirement.platforms), origin: requirement.origin)
    let isSame = { (dependency: Dependency<World>) in
      dependency == requirement ? other : dependency
    }
    wanted = wanted.map(isSame)
    let limits = limits
    self.limits = { limits($0).map { $0 == requirement ? other : $0 } }
  }
}

extension PackageRelease {
  /// Whether a requirement that names the exact version accepts it in spite of its obstacles.
  var isNameable: Bool { obstacles.allSatisfy(\.isLiftedByName) }
}

extension Obstacle {
  /// Whether a requirement that names the exact version accepts it in spite of the obstacle.
  package var isLiftedByName: Bool {
    switch self {
    case .prerelease, .yanked, .cooldown, .undated: true
    case .step, .platforms, .metadata: false
    }
  }
}
