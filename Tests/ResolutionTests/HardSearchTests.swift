import Resolution
import ResolutionScenarios
import Testing

/// Tests searches that forget what they learned, and that shorten it.
@Suite struct HardSearchTests {
  /// The seeds of the universes.
  static let seeds: ClosedRange<UInt64> = 1...40

  @Test func `a search that forgets still proves that there is no solution`() async throws {
    var proofs = 0
    // To check a proof takes long, so some of them suffice.
    for seed in Self.seeds where proofs < 5 {
      let universe = RandomUniverse(denseWith: 16, versions: 10, seed: seed)
      guard case .conflict(let report) = try await outcome(in: universe, restartInterval: 1),
        report.statistics.forgotten > 0
      else { continue }
      proofs += 1
      #expect(Proof(report.derivation, in: universe).isSound, "seed \(seed)")
    }
    #expect(proofs == 5)
  }

  @Test func `a search that forgets finds a solution that cannot be improved`() async throws {
    var forgotten = 0
    for seed in Self.seeds {
      let universe = RandomUniverse(denseWith: 20, versions: 7, seed: seed)
      guard case .solution(let found) = try await outcome(in: universe, restartInterval: 1) else {
        continue
      }
      forgotten += found.statistics.forgotten
      #expect(
        Exhaustion(universe).isSolution(found.versions, to: universe.wanted), "seed \(seed)")
      let other = try await outcome(in: universe, restartInterval: 1_000_000)
      guard case .solution(let expected) = other else {
        Issue.record("seed \(seed): \(other)")
        continue
      }
      for versions in [found.versions, expected.versions] {
        let better = try await improvement(of: versions, in: universe)
        #expect(better == nil, "seed \(seed)")
      }
    }
    #expect(forgotten > 100)
  }

  private func outcome(
    in universe: RandomUniverse, restartInterval: Int
  ) async throws -> ResolutionOutcome<Toy> {
    try await Resolver(
      provider: universe.shelf, maximumRequestsAtOnce: 1, restartInterval: restartInterval
    ).resolve(universe.wanted, findsRemedies: false)
  }

  /// Returns a solution in which a package that the project requires is newer and no other one is
  /// older, or `nil` if there is none.
  private func improvement(
    of versions: [String: Int], in universe: RandomUniverse
  ) async throws -> [String: Int]? {
    for newer in universe.wanted {
      let wanted = universe.wanted.map { wanted in
        let least = versions[wanted.package, default: 0]
        return Dependency<Toy>(
          wanted.package, .from(wanted.package == newer.package ? least + 1 : least))
      }
      let resolver = Resolver(
        provider: universe.shelf, maximumRequestsAtOnce: 1, restartInterval: 1_000_000)
      if case .solution(let solution) = try await resolver.resolve(wanted, findsRemedies: false) {
        return solution.versions
      }
    }
    return nil
  }
}
