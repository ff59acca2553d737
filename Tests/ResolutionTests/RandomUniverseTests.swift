import Foundation
import Resolution
import ResolutionScenarios
import Testing

/// Compares the solver with a brute-force solver on random universes.
@Suite struct RandomUniverseTests {
  /// The number of universes to test: the value of BOOTSTRAP_RANDOM_UNIVERSES, or 500.
  static let count =
    ProcessInfo.processInfo.environment["BOOTSTRAP_RANDOM_UNIVERSES"].flatMap { Int($0) } ?? 500

  @Test func `the solver agrees with exhaustive search`() async throws {
    var solved = 0
    var hints = 0
    for seed in 0..<UInt64(Self.count) {
      let universe = RandomUniverse(seed: seed)
      let exhaustion = Exhaustion(universe)
      // So small a universe never counts as hard by itself.
      let isHard = !seed.isMultiple(of: 2)
      let outcome = try await Resolver(
        provider: universe.shelf, maximumRequestsAtOnce: 1, restartInterval: isHard ? 1 : 100
      ).resolve(
        universe.wanted, limits: { universe.limits[$0].map { [$0] } ?? [] },
        keeping: universe.locked)
      switch outcome {
      case .solution(let solution):
        solved += 1
        check(solution.versions, of: universe, exhaustion, isHard: isHard, seed)
      case .undecided: Issue.record("seed \(seed): undecided")
      case .conflict(let report):
        #expect(!exhaustion.hasSolution(universe.wanted), "seed \(seed)")
        #expect(Proof(report.derivation, in: universe).isSound, "seed \(seed)")
        hints += check(report.hints, of: universe, exhaustion, seed)
      }
    }
    print("random universes: \(Self.count) run, \(solved) solvable, \(hints) remedies")
    #expect(solved > 0 && solved < Self.count)
    #expect(hints > 0)
  }

  /// Checks that the chosen versions are a solution, and that there is no better one.
  ///
  /// If the search was not hard, solutions are compared package by package, in the order of the
  /// project.
  private func check(
    _ versions: [String: Int], of universe: RandomUniverse, _ exhaustion: Exhaustion, isHard: Bool,
    _ seed: UInt64
  ) {
    #expect(exhaustion.isSolution(versions, to: universe.wanted), "seed \(seed): \(versions)")
    for (package, version) in versions
    where exhaustion.release(package, version)?.obstacles == [.prerelease]
      && !exhaustion.named.contains(package) && universe.locked[package] != version
    {
      // Another package names the prerelease, so no stable version must fit in its place.
      let stable = exhaustion.releases[package]?.filter { $0.obstacles.isEmpty } ?? []
      for release in stable {
        var other = versions
        other[package] = release.version
        #expect(!exhaustion.isSolution(other, to: universe.wanted), "seed \(seed): \(versions)")
      }
    }
    #expect(
      !exhaustion.hasBetterSolution(
        than: versions, to: universe.wanted, isOrdered: !isHard, keeping: universe.locked),
      "seed \(seed): \(versions)")
  }

  /// Checks that each suggested requirement resolves the conflict, and that there is a suggestion
  /// if another requirement on a single line would.
  ///
  /// - Returns: The number of suggestions.
  private func check(
    _ hints: [ConflictHint<Toy>], of universe: RandomUniverse, _ exhaustion: Exhaustion,
    _ seed: UInt64
  ) -> Int {
    var remedies = 0
    for case .widen(let requirement, let versions, let chosen) in hints {
      remedies += 1
      var changed = exhaustion
      changed.reveal(requirement.package, versions)
      if let limit = universe.limits[requirement.package], limit == requirement {
        changed.releases[requirement.package] = universe.shelf.releases[requirement.package]?
          .filter { versions.contains($0.version) }
      }
      let wanted = universe.wanted.map { $0 == requirement ? requirement.with(versions) : $0 }
      #expect(changed.hasSolution(wanted), "seed \(seed): \(requirement) to \(versions)")
      #expect(versions.contains(chosen), "seed \(seed): \(versions) without \(chosen)")
    }
    let isCurable = universe.wanted.contains { requirement in
      exhaustion.hasSolution(
        universe.wanted.map { $0 == requirement ? requirement.with(.all) : $0 })
    }
    // No data is requested if the requirements of the project contradict each other.
    let isContradiction = ConflictReport(contradictionIn: universe.wanted) != nil
    #expect(remedies > 0 || isContradiction || !isCurable, "seed \(seed): no suggestion")
    return remedies
  }
}

extension Exhaustion {
  /// Removes the obstacles of the only version in a set that a requirement which names it lifts.
  fileprivate mutating func reveal(_ package: String, _ versions: IntegerSet) {
    releases[package] = releases[package]?.map { release in
      versions == IntegerSet(only: release.version)
        ? PackageRelease(
          release.version, obstacles: release.obstacles.filter { !$0.isLiftedByName },
          dependencies: release.dependencies,
          platformObstacles: release.platformObstacles) : release
    }
  }
}

extension Dependency<Toy> {
  /// Returns the same requirement for other versions.
  fileprivate func with(_ versions: IntegerSet) -> Self {
    Dependency(
      package, versions, admitsPrereleases: admitsPrereleases, on: Set(platforms), origin: origin)
  }
}
