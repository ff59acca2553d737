import Resolution
import ResolutionScenarios
import Testing

@Suite struct BadInputTests {
  @Test func `packages that need each other are selected together`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1, ["b": .from(1)])
    shelf.add("b", 1, ["c": .from(1)])
    shelf.add("c", 1, ["a": .from(1)])
    #expect(try await solution(shelf, "Toolfile:1 a") == ["a": 1, "b": 1, "c": 1])
  }

  @Test func `a package that needs its own version can be selected`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1)
    shelf.add("a", 2, ["a": .from(2)])
    shelf.add("a", 3, ["a": IntegerSet(only: 2)])
    #expect(try await solution(shelf, "Toolfile:1 a") == ["a": 2])
  }

  @Test func `a chain of ten thousand needs is resolved`() async throws {
    let shelf = chain(of: 10_000, last: 1)
    let outcome = try await Resolver(provider: shelf, maximumRequestsAtOnce: 1)
      .resolve([Dependency(line: "Toolfile:1 link-0")])
    guard case .solution(let solution) = outcome else {
      Issue.record("no solution")
      return
    }
    #expect(solution.versions.count == 10_001)
    #expect(solution.statistics.versionsTried == 10_001)
  }

  @Test func `a chain of ten thousand needs that fails at its end is explained`() async throws {
    let shelf = chain(of: 10_000, last: 2)
    let outcome = try await Resolver(provider: shelf, maximumRequestsAtOnce: 1)
      .resolve([Dependency(line: "Toolfile:1 link-0")])
    guard case .conflict(let report) = outcome else {
      Issue.record("solved")
      return
    }
    let rows = ExplanationFormatter<Toy>.rows(of: report)
    #expect(
      rows.prefix(3) == [
        "because link-0 1 needs link-1 = 1", "and link-1 1 needs link-2 = 1,",
        "link-0 1 needs link-2 = 1",
      ])
    #expect(
      rows.suffix(5) == [
        "", "because link-9999 1 needs link-10000 = 1", "and no version of link-10000 matches = 1,",
        "no version of link-9999 can be used", "so link-0 (Toolfile:1) cannot be satisfied",
      ])
  }

  /// Returns a chain of packages, each of which needs version 1 of the next one.
  ///
  /// - Parameters:
  ///   - length: The number of packages before the last one.
  ///   - last: The only version of the last package.
  private func chain(of length: Int, last: Int) -> Shelf<Toy> {
    var shelf = Shelf<Toy>()
    for place in 0..<length {
      shelf.add("link-\(place)", 1, ["link-\(place + 1)": IntegerSet(only: 1)])
    }
    shelf.add("link-\(length)", last)
    return shelf
  }

  @Test func `the oldest of ten thousand versions is found`() async throws {
    var shelf = Shelf<Toy>()
    shelf.releases["many"] = (1...10_000).reversed().map { version in
      PackageRelease(
        version,
        dependencies: [Dependency("other", IntegerSet(only: version), origin: "many \(version)")])
    }
    shelf.add("other", 1)
    #expect(try await solution(shelf, "Toolfile:1 many") == ["many": 1, "other": 1])
  }

  @Test func `a release with unknown needs is skipped`() async throws {
    var shelf = Shelf<Toy>()
    shelf.releases["a"] = [
      PackageRelease(3), PackageRelease(2), PackageRelease(1, dependencies: []),
    ]
    #expect(try await solution(shelf, "Toolfile:1 a") == ["a": 1])
  }

  @Test func `the first selectable one of equal versions counts`() async throws {
    var shelf = Shelf<Toy>()
    shelf.releases["a"] = [
      PackageRelease(2, obstacles: [.platforms(["linux-x64"])]),
      PackageRelease(2, dependencies: [Dependency("b", .all)]),
      PackageRelease(2, dependencies: [Dependency("missing", .all)]),
    ]
    shelf.add("b", 1)
    #expect(try await solution(shelf, "Toolfile:1 a") == ["a": 2, "b": 1])
  }

  @Test func `no requirements select no packages`() async throws {
    #expect(try await solution(Shelf<Toy>()) == [:])
  }

  /// Returns the chosen versions, or `nil` if there is no solution.
  private func solution(_ shelf: Shelf<Toy>, _ wanted: String...) async throws -> [String: Int]? {
    let outcome = try await Resolver(provider: shelf, maximumRequestsAtOnce: 1)
      .resolve(wanted.map(Dependency.init(line:)))
    guard case .solution(let solution) = outcome else { return nil }
    return solution.versions
  }
}
