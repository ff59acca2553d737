import Resolution
import ResolutionScenarios
import Testing

/// Packages that are needed on some platforms only.
@Suite struct PlatformTests {
  @Test func `a release that needs a package on a platform without it is not chosen`() async throws
  {
    var shelf = Shelf<Toy>()
    shelf.add("pa", 1)
    shelf.add("pa", 2, ["pb": .all])
    shelf.add("pb", 1, [:], lacking: ["arm64"])
    let wanted = [Self.wanted("pa", "arm64", "x64"), Self.wanted("pb", "x64")]
    #expect(try await solution(shelf, wanted) == ["pa": 1, "pb": 1])
  }

  @Test func `what a rejected release needed is not demanded`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("pa", 1)
    shelf.add("pa", 2, ["pb": IntegerSet(only: 2)])
    shelf.add("pb", 1)
    shelf.add("pb", 2, [:], lacking: ["arm64"])
    let wanted = [Self.wanted("pa", "arm64"), Self.wanted("pb", "x64")]
    #expect(try await solution(shelf, wanted) == ["pa": 1, "pb": 2])
  }

  @Test func `a missing platform is explained by the package that is needed there`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("pa", 2, ["pb": .all])
    shelf.add("pb", 1, [:], lacking: ["arm64"])
    let wanted = [Self.wanted("pa", "arm64", "x64"), Self.wanted("pb", "x64")]
    let outcome = try await Resolver(provider: shelf).resolve(wanted)
    guard case .conflict(let report) = outcome else {
      Issue.record("solved")
      return
    }
    #expect(
      ExplanationFormatter<Toy>.rows(of: report).joined(separator: "\n") == """
        because pa 2 needs pb on arm64
        and pb is not available for arm64,
        pa on arm64 cannot be used
        and because Toolfile requires pa on arm64,
        pa (Toolfile) cannot be satisfied
        """)
  }

  /// Returns a requirement of the project on some platforms.
  private static func wanted(_ package: String, _ platforms: String...) -> Dependency<Toy> {
    Dependency(package, .all, on: Set(platforms), origin: "Toolfile")
  }

  /// Returns the chosen versions, or `nil` if there is no solution.
  private func solution(
    _ shelf: Shelf<Toy>, _ wanted: [Dependency<Toy>]
  ) async throws -> [String: Int]? {
    let outcome = try await Resolver(provider: shelf, maximumRequestsAtOnce: 1).resolve(wanted)
    guard case .solution(let solution) = outcome else { return nil }
    return solution.versions
  }
}
