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
    for seed in 0..<UInt64(Self.count) {
      let universe = RandomUniverse(seed: seed)
      let exhaustion = Exhaustion(releases: universe.admitted)
      let outcome = try await Resolver(provider: universe.shelf, maximumRequestsAtOnce: 1)
        .resolve(
          universe.wanted, limits: { universe.limits[$0].map { [$0] } ?? [] },
          keeping: universe.locked)
      switch outcome {
      case .solution(let solution):
        solved += 1
        #expect(
          exhaustion.isSolution(solution.versions, to: universe.wanted),
          "seed \(seed): \(solution.versions)")
      case .conflict(let report):
        #expect(!exhaustion.hasSolution(universe.wanted), "seed \(seed)")
        #expect(Proof(report.derivation).isSound(in: universe), "seed \(seed)")
      }
    }
    print("random universes: \(Self.count) run, \(solved) solvable")
    #expect(solved > 0 && solved < Self.count)
  }
}
