import Resolution
import ResolutionScenarios
import Testing

@Suite struct SearchTests {
  @Test func `a locked version is kept unless a requirement excludes it`() async throws {
    var shelf = Shelf<Toy>()
    for version in 1...3 { shelf.add("a", version, ["b": .all]) }
    for version in 1...3 { shelf.add("b", version) }
    let resolver = Resolver(provider: shelf, maximumRequestsAtOnce: 1)
    let wanted = [Dependency(line: "Toolfile:1 a"), Dependency(line: "Toolfile:2 b >= 2")]
    let outcome = try await resolver.resolve(wanted, keeping: ["a": 2, "b": 1, "gone": 7])
    guard case .solution(let solution) = outcome else {
      Issue.record("no solution")
      return
    }
    #expect(solution.versions == ["a": 2, "b": 3])
  }

  @Test func `a solution lists every request with its origin`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1, ["b": .from(1)])
    shelf.add("b", 1)
    let outcome = try await Resolver(provider: shelf)
      .resolve([Dependency(line: "Toolfile:1 a"), Dependency(line: "Toolfile:2 b < 3")])
    guard case .solution(let solution) = outcome else {
      Issue.record("no solution")
      return
    }
    let requests = solution.requests.map { request in
      let requester = request.requester.map { "\($0.package)@\($0.version)" }
      return "\(request.dependency.package) \(request.dependency.versions) for "
        + (requester ?? request.dependency.origin)
    }
    #expect(requests == ["a any for Toolfile:1", "b < 3 for Toolfile:2", "b >= 1 for a@1"])
  }

  @Test(arguments: [(2, 2), (2, 40), (40, 2)])
  func `the first of two tools that exclude each other gets its newest version`(
    counts: (Int, Int)
  ) async throws {
    var shelf = Shelf<Toy>()
    for (package, count, lib) in [("a", counts.0, 1), ("b", counts.1, 2)] {
      for age in (1..<count).reversed() { shelf.add(package, 100 - age) }
      shelf.add(package, 100, ["lib": IntegerSet(only: lib)])
    }
    for version in 1...2 { shelf.add("lib", version) }
    #expect(try await solution(shelf, "a", "b") == ["a": 100, "b": 99, "lib": 1])
    #expect(try await solution(shelf, "b", "a") == ["a": 99, "b": 100, "lib": 2])
  }

  @Test func `a prerelease is selected only if a requirement names one`() async throws {
    var shelf = Shelf<Toy>()
    shelf.releases["node"] = [
      PackageRelease(22, obstacles: [.prerelease], dependencies: []),
      PackageRelease(20, dependencies: []),
    ]
    shelf.add("yarn", 1)
    let naming = Dependency<Toy>("node", .from(21), admitsPrereleases: true, origin: "yarn 2")
    shelf.releases["yarn"]?.insert(PackageRelease(2, dependencies: [naming]), at: 0)
    let resolver = Resolver(provider: shelf, maximumRequestsAtOnce: 1)
    let node = Dependency<Toy>("node", .all)
    let yarn = Dependency<Toy>("yarn", .all)

    let alone = try await resolver.resolve([node])
    guard case .solution(let solution) = alone else {
      Issue.record("no solution")
      return
    }
    #expect(solution.versions == ["node": 20])

    // The listing of node is known before the dependencies of yarn 2 are, so the search restarts.
    let together = try await resolver.resolve([yarn, node])
    guard case .solution(let solution) = together else {
      Issue.record("no solution")
      return
    }
    #expect(solution.versions == ["node": 22, "yarn": 2])

    // If the project names node first, node gets the version that it prefers.
    let other = try await resolver.resolve([node, yarn])
    guard case .solution(let solution) = other else {
      Issue.record("no solution")
      return
    }
    #expect(solution.versions == ["node": 20, "yarn": 1])
  }

  @Test
  func `a package that the project names first is not older because another names a prerelease`()
    async throws
  {
    var shelf = Shelf<Toy>()
    for version in 1...2 { shelf.add("lib", version) }
    shelf.add("lib", 3, obstacles: [.prerelease])
    shelf.add("app", 1)
    shelf.add("app", 2, ["lib": IntegerSet(only: 1)], naming: ["lib"])
    #expect(try await solution(shelf, "lib", "app") == ["app": 1, "lib": 2])
    #expect(try await solution(shelf, "app", "lib") == ["app": 2, "lib": 1])
  }

  @Test func `a package that the project names first may need a prerelease that a later one names`()
    async throws
  {
    var shelf = Shelf<Toy>()
    shelf.add("lib", 1)
    shelf.add("lib", 2, obstacles: [.prerelease])
    shelf.add("first", 1)
    shelf.add("first", 2, ["lib": .from(2)])
    shelf.add("second", 1, ["between": .all])
    shelf.add("second", 2)
    shelf.add("between", 1, ["lib": .from(2)], naming: ["lib"])
    #expect(
      try await solution(shelf, "first", "second")
        == ["first": 2, "second": 1, "between": 1, "lib": 2])
    #expect(try await solution(shelf, "second", "first") == ["first": 1, "second": 2])
  }

  @Test func `a prerelease that only a rejected release names is not chosen`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("app", 1, ["lib": .from(1)])
    shelf.add("app", 2, ["lib": .from(2), "missing": .all], naming: ["lib"])
    shelf.add("lib", 1)
    shelf.add("lib", 2, obstacles: [.prerelease])
    #expect(try await solution(shelf, "app") == ["app": 1, "lib": 1])
  }

  @Test func `a stable version is preferred to a prerelease that another package names`()
    async throws
  {
    var shelf = Shelf<Toy>()
    shelf.add("app", 1, ["lib": .from(1)], naming: ["lib"])
    shelf.add("lib", 1, obstacles: [.prerelease])
    shelf.add("lib", 2)
    shelf.add("lib", 3, obstacles: [.prerelease])
    #expect(try await solution(shelf, "app") == ["app": 1, "lib": 2])
    #expect(try await solution(shelf, "lib", "app") == ["app": 1, "lib": 2])
  }

  @Test func `a prerelease is found that only an untried release names`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("lib", 1)
    shelf.add("lib", 2, obstacles: [.prerelease])
    shelf.add("app", 1, ["lib": .from(2)], naming: ["lib"])
    let wanted = [Dependency<Toy>("lib", .from(2)), Dependency("app", .all)]
    let outcome = try await Resolver(provider: shelf).resolve(wanted)
    guard case .solution(let solution) = outcome else {
      Issue.record("no solution")
      return
    }
    #expect(solution.versions == ["app": 1, "lib": 2])
  }

  @Test func `a prerelease is found that only a prerelease of another package names`()
    async throws
  {
    var shelf = Shelf<Toy>()
    shelf.add("app", 1)
    shelf.add(
      "app", 2, ["app": .from(1), "lib": .from(1)], obstacles: [.prerelease],
      naming: ["app", "lib"])
    shelf.add("lib", 1)
    shelf.add("lib", 2, obstacles: [.prerelease])
    let wanted = [Dependency<Toy>("app", .all), Dependency("lib", .from(2))]
    let outcome = try await Resolver(provider: shelf).resolve(wanted)
    guard case .solution(let solution) = outcome else {
      Issue.record("no solution")
      return
    }
    #expect(solution.versions == ["app": 2, "lib": 2])
  }

  /// Returns the chosen versions, or `nil` if there is no solution.
  private func solution(_ shelf: Shelf<Toy>, _ wanted: String...) async throws -> [String: Int]? {
    let outcome = try await Resolver(provider: shelf, maximumRequestsAtOnce: 1)
      .resolve(wanted.map { Dependency($0, .all) })
    guard case .solution(let solution) = outcome else { return nil }
    return solution.versions
  }
}
