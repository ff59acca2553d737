internal import Versions

/// Finds suggestions for resolving a conflict. See <doc:Resolution#Hints>.
struct HintFinder<World: Universe> {
  /// The search that found no solution.
  let search: Search<World>

  /// The proof.
  let graph: DerivationGraph<World>

  /// Returns the hints in the order of their facts in the proof, followed by the requirements that
  /// the project could widen.
  func hints() -> [ConflictHint<World>] {
    let facts = graph.nodes.compactMap { node -> Fact<World>? in
      if case .fact(let fact) = node.reason { fact } else { nil }
    }
    return facts.flatMap { hints(about: $0, among: facts) } + widenings(facts)
  }

  /// Returns the hints about one fact.
  ///
  /// - Parameters:
  ///   - fact: The fact.
  ///   - facts: All facts of the proof.
  private func hints(about fact: Fact<World>, among facts: [Fact<World>]) -> [ConflictHint<World>] {
    switch fact {
    case .noVersion(let package, let versions):
      guard let listing = listing(of: package) else { return [] }
      let blocked = listing.obstructed.filter { versions.contains($0.version) }
      if blocked.isEmpty {
        // If only dependencies of the package on itself exclude versions, nearby versions do not
        // help.
        guard facts.contains(where: { $0.limits(package) }) else { return [] }
        let near = nearest(to: versions, in: listing.versions)
        return near.isEmpty ? [] : [.nearest(package, near)]
      }
      return firstOfEachKind(blocked).map { .obstructed(package, $0.version, $0.obstacle) }
    case .unknownPackage(let package):
      guard case .unknown(let similar)? = listing(of: package)?.absence, !similar.isEmpty else {
        return []
      }
      return [.similar(package, similar)]
    case .wanted, .limited, .needed, .unavailable: return []
    }
  }

  /// Returns a hint for each requirement of the project that excludes all versions that a release
  /// needs, if some of the needed versions exist.
  private func widenings(_ facts: [Fact<World>]) -> [ConflictHint<World>] {
    facts.flatMap { fact -> [ConflictHint<World>] in
      guard let wanted = fact.requirement else { return [] }
      return facts.compactMap { other in
        guard case .needed(_, _, let needed) = other, needed.package == wanted.package,
          needed.versions.isDisjoint(with: wanted.versions),
          let package = search.packageTable.number(of: needed.package),
          !search.packageTable.releases(of: package, in: needed.versions).isEmpty
        else { return nil }
        return .widen(wanted, to: needed.versions)
      }
    }
  }

  /// Returns the releases of a package, or `nil` if they were not requested.
  private func listing(of package: World.Package) -> ReleaseTable<World>? {
    search.packageTable.number(of: package).flatMap { search.packageTable[$0].listing }
  }

  /// Returns the most preferred release for each kind of obstacle.
  private func firstOfEachKind(
    _ releases: [(version: World.Version, obstacle: Obstacle)]
  ) -> [(version: World.Version, obstacle: Obstacle)] {
    var kinds: Set<Int> = []
    return releases.filter { kinds.insert($0.obstacle.kind).inserted }
  }

  /// Returns the last listed version before the start of the set, and the first one after that
  /// start. Omits either if there is none.
  ///
  /// - Parameters:
  ///   - versions: A set of versions.
  ///   - ascending: An ascending list of versions, none of which is in the set.
  private func nearest(
    to versions: World.Versions, in ascending: [World.Version]
  ) -> [World.Version] {
    // A listed version precedes the set if no version in the set is less than the listed one.
    let next = ascending.partitionPoint {
      !versions.isDisjoint(with: World.Versions(from: nil, upTo: $0))
    }
    return [next - 1, next].filter(ascending.indices.contains).map { ascending[$0] }
  }
}

extension Fact {
  /// Returns whether the fact is a condition of the project, or of another package, that excludes
  /// some versions of `package`.
  fileprivate func limits(_ package: World.Package) -> Bool {
    switch self {
    case .wanted(let requirement), .limited(let requirement):
      requirement.package == package && requirement.versions != .all
    case .needed(let by, _, let needed):
      by != package && needed.package == package && needed.versions != .all
    case .noVersion, .unknownPackage, .unavailable: false
    }
  }

  /// The requirement or limit of the project, or `nil` for other facts.
  fileprivate var requirement: Dependency<World>? {
    switch self {
    case .wanted(let requirement), .limited(let requirement): requirement
    case .needed, .noVersion, .unknownPackage, .unavailable: nil
    }
  }
}

extension Obstacle {
  /// A number that identifies the case of the obstacle, regardless of its associated values.
  package var kind: Int {
    switch self {
    case .prerelease: 0
    case .yanked: 1
    case .cooldown: 2
    case .platforms: 3
    case .metadata: 4
    case .undated: 5
    case .step: 6
    }
  }
}
