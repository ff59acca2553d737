internal import Versions

/// Finds suggestions for resolving a conflict. See <doc:Resolution#Hints>.
struct HintFinder<World: Universe> {
  /// The search that found no solution.
  let search: Search<World>

  /// The proof.
  let graph: DerivationGraph<World>

  /// Returns the hints that follow from the proof alone, in the order of its facts.
  func hints() -> [ConflictHint<World>] {
    let facts = graph.facts
    return facts.flatMap { hints(about: $0, among: facts) }
  }

  /// Returns the changes that may resolve the conflict, the least intrusive first: hidden versions
  /// of packages in the proof, then other requirements of the project.
  ///
  /// Only what the proof mentions can resolve the conflict, because the proof still holds if
  /// anything else changes. A proof without certain prereleases is an exception: another release
  /// could name one.
  func remedies() -> [Remedy<World>] {
    let facts = graph.facts
    var seen: Set<World.Package> = []
    let names = facts.compactMap(\.package).filter { seen.insert($0).inserted }
    let wanted = names.map { name in
      search.request.wanted.filter { $0.package == name }
    }
    let reveals = zip(names, wanted).map { name, wanted in
      // If several requirements concern a package, no single one can name another version.
      wanted.count > 1
        ? []
        : Obstacle.suggestionOrder(of: listing(of: name)?.hidden ?? [], \.obstacles).map {
          Remedy.reveal($0, of: name, wanted.first)
        }
    }
    var replaced: Set<Dependency<World>> = []
    let mentioned = facts.compactMap(\.requirement)
    let others = isConditional(facts) ? search.request.wanted : []
    let replacements = (mentioned + others).compactMap { requirement -> Remedy<World>? in
      guard requirement.versions != .all, replaced.insert(requirement).inserted else { return nil }
      let needed = facts.compactMap { other -> World.Versions? in
        guard case .needed(_, _, let needed, nil) = other else { return nil }
        return needed.package == requirement.package ? needed.versions : nil
      }
      return .replace(requirement, needed: needed)
    }
    // Versions that other packages need are the most obvious change.
    let changes = replacements.filter(\.isNeeded) + replacements.filter { !$0.isNeeded }
    // Try only a few hidden versions first, to leave effort for other changes.
    return reveals.flatMap { $0.prefix(Self.firstRevealed) } + changes
      + reveals.flatMap { $0.dropFirst(Self.firstRevealed).prefix(Self.laterRevealed) }
  }

  /// Returns whether a requirement in the proof accepts a prerelease that was excluded.
  private func isConditional(_ facts: [Fact<World>]) -> Bool {
    facts.compactMap(\.dependency).contains { dependency in
      listing(of: dependency.package)?.hidden.contains {
        $0.isHiddenPrerelease && dependency.versions.contains($0.version)
      } ?? false
    }
  }

  /// The number of hidden versions of each package to try before other changes.
  private static var firstRevealed: Int { 4 }
  /// The number of further hidden versions of each package to try after other changes.
  private static var laterRevealed: Int { 12 }

  /// Returns the hints about one fact.
  ///
  /// - Parameters:
  ///   - fact: The fact.
  ///   - facts: All facts of the proof.
  private func hints(about fact: Fact<World>, among facts: [Fact<World>]) -> [ConflictHint<World>] {
    switch fact {
    case .noVersion(let package, let versions):
      guard let listing = listing(of: package) else { return [] }
      let blocked = listing.hidden.filter { versions.contains($0.version) }
      if blocked.isEmpty {
        // If only dependencies of the package on itself exclude versions, nearby versions do not
        // help.
        guard facts.contains(where: { $0.limits(package) }) else { return [] }
        let near = nearest(to: versions, in: listing.versions)
        return near.isEmpty ? [] : [.nearest(package, near)]
      }
      return Obstacle.representatives(of: blocked, \.obstacles).map {
        .obstructed(package, $0.version, $0.obstacles)
      }
    case .unknownPackage(let package):
      guard case .unknown(let similar)? = listing(of: package)?.absence, !similar.isEmpty else {
        return []
      }
      return [.similar(package, similar)]
    case .wanted, .limited, .needed, .unavailable, .unnamedPrerelease: return []
    }
  }

  /// Returns the releases of a package, or `nil` if they were not requested.
  private func listing(of package: World.Package) -> ReleaseTable<World>? {
    search.packageTable.number(of: package).flatMap { search.packageTable[$0].listing }
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
    case .wanted(let requirement, _), .limited(let requirement):
      requirement.package == package && requirement.versions != .all
    case .needed(let by, _, let needed, _):
      by != package && needed.package == package && needed.versions != .all
    case .noVersion, .unknownPackage, .unavailable, .unnamedPrerelease: false
    }
  }

  /// The requirement or limit of the project, or `nil` for other facts.
  fileprivate var requirement: Dependency<World>? {
    switch self {
    case .wanted(let requirement, _), .limited(let requirement): requirement
    case .needed, .noVersion, .unknownPackage, .unavailable, .unnamedPrerelease: nil
    }
  }

  /// The package whose versions the fact is about, or `nil` if there is no such package.
  var package: World.Package? {
    switch self {
    case .wanted(let requirement, _), .limited(let requirement): requirement.package
    case .needed(let package, _, _, _), .noVersion(let package, _),
      .unavailable(let package, _, _, _), .unnamedPrerelease(let package, _, _):
      package
    case .unknownPackage: nil
    }
  }
}
