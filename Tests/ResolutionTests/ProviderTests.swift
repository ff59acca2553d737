import Resolution
import ResolutionScenarios
import Synchronization
import Testing

/// A provider that records requests, delays responses, and fails for some packages.
private final class Library: VersionProvider {
  typealias World = Toy

  enum Failure: Error, Equatable { case unreachable(String), cancelled }

  /// The data to respond with.
  let shelf: Shelf<Toy>

  /// The packages for which `listing(of:)` throws an error.
  let broken: Set<String>

  /// The time that each request takes.
  let delay: Duration

  /// The requests so far, the number in flight, and the maximum number that was in flight at once.
  private let log = Mutex<(requests: [String], inFlight: Int, peak: Int)>(([], 0, 0))

  init(_ shelf: Shelf<Toy>, broken: Set<String> = [], delay: Duration = .zero) {
    self.shelf = shelf
    self.broken = broken
    self.delay = delay
  }

  /// The requests so far: `ruby` for a listing, and `ruby 3` for the dependencies of a release.
  var requests: [String] { log.withLock(\.requests) }

  /// The maximum number of requests that were in flight at the same time.
  var peakInFlight: Int { log.withLock(\.peak) }

  func listing(of package: String) async throws(Failure) -> PackageListing<Toy> {
    try await note(package)
    if broken.contains(package) { throw .unreachable(package) }
    let releases = shelf.releases[package]?.map { PackageRelease<Toy>($0.version) }
    return releases.map { .releases($0) } ?? .unknown(similar: [])
  }

  func needs(of package: String, at version: Int) async throws(Failure) -> ReleaseNeeds<Toy> {
    try await note("\(package) \(version)")
    let release = shelf.releases[package]?.first { $0.version == version }
    return .dependencies(release?.dependencies ?? [])
  }

  /// Records a request and suspends for `delay`.
  private func note(_ request: String) async throws(Failure) {
    log.withLock {
      $0.requests.append(request)
      $0.inFlight += 1
      $0.peak = max($0.peak, $0.inFlight)
    }
    defer { log.withLock { $0.inFlight -= 1 } }
    do {
      try await Task.sleep(for: delay)
    } catch {
      // Sleeping fails only if the task is canceled.
      throw .cancelled
    }
  }
}

@Suite struct ProviderTests {
  /// Returns 40 packages whose newest versions exclude each other by different requirements on a
  /// common dependency.
  private static func wideShelf() -> Shelf<Toy> {
    var shelf = Shelf<Toy>()
    for place in 0..<40 {
      shelf.add("leaf-\(place)", 1)
      shelf.add("leaf-\(place)", 2, ["common": .from(3)])
      shelf.add("leaf-\(place)", 3, ["common": IntegerSet(only: place % 2)])
    }
    for version in 0...4 { shelf.add("common", version) }
    return shelf
  }

  /// Requirements on all 40 packages of `wideShelf()`, in any version.
  private static let wanted = (0..<40).map { Dependency<Toy>("leaf-\($0)", .all) }

  @Test(arguments: [1, 3, 16]) func `everything is requested once, within the concurrency limit`(
    limit: Int
  ) async throws {
    let library = Library(Self.wideShelf(), delay: .milliseconds(1))
    _ = try await Resolver(provider: library, maximumRequestsAtOnce: limit).resolve(Self.wanted)
    #expect(Set(library.requests).count == library.requests.count)
    #expect(library.peakInFlight <= limit)
    #expect(limit == 1 || library.peakInFlight > 1)
  }

  @Test func `the order of responses does not affect the solution`() async throws {
    var solutions: Set<[String: Int]> = []
    for limit in [1, 2, 40] {
      let library = Library(Self.wideShelf(), delay: .microseconds(200))
      let outcome = try await Resolver(provider: library, maximumRequestsAtOnce: limit)
        .resolve(Self.wanted)
      if case .solution(let solution) = outcome { solutions.insert(solution.versions) }
    }
    #expect(solutions.count == 1)
  }

  @Test func `a provider failure stops the search with its error`() async throws {
    let library = Library(Self.wideShelf(), broken: ["common"])
    do throws(SearchError<Library.Failure>) {
      _ = try await Resolver(provider: library).resolve(Self.wanted)
      Issue.record("solved")
    } catch {
      guard case .provider(.unreachable("common")) = error else {
        Issue.record("another error: \(error)")
        return
      }
    }
  }

  @Test func `a failed speculative request is ignored`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1)
    shelf.add("a", 2, ["b": .all])
    shelf.add("c", 1, ["a": IntegerSet(only: 1)])
    let library = Library(shelf, broken: ["b"])
    let outcome = try await Resolver(provider: library)
      .resolve([Dependency("a", .all), Dependency("a", .from(1)), Dependency("c", .all)])
    // The listing of `b` is requested ahead of time, because the newest `a` needs it, and fails.
    // The solution contains `a` 1, which does not need `b`.
    guard case .conflict = outcome else { return }
    Issue.record("no solution")
  }

  @Test func `cancelling ends a search that is waiting`() async throws {
    let library = Library(Self.wideShelf(), delay: .seconds(600))
    let search = Task { try await Resolver(provider: library).resolve(Self.wanted) }
    while library.requests.isEmpty { await Task.yield() }
    search.cancel()
    await #expect { try await search.value } throws: { error in
      if case SearchError<Library.Failure>.cancelled = error { true } else { false }
    }
  }

  /// The pigeonhole problem: more pigeons than holes, and no two pigeons in one hole. It takes far
  /// longer to refute than any test waits.
  private static let pigeons = 14

  private static func pigeonShelf() -> Shelf<Toy> {
    var shelf = Shelf<Toy>()
    for pigeon in 0..<pigeons {
      for hole in 0..<pigeons - 1 {
        var others: [String: IntegerSet] = [:]
        for other in 0..<pigeons where other != pigeon {
          others["pigeon-\(other)"] = IntegerSet(only: hole).complement
        }
        shelf.add("pigeon-\(pigeon)", hole, others)
      }
    }
    return shelf
  }

  private static let wantedPigeons = (0..<pigeons).map { Dependency<Toy>("pigeon-\($0)", .all) }

  @Test func `cancelling ends a search that is computing`() async throws {
    let library = Library(Self.pigeonShelf())
    let search = Task {
      // By the time of the cancellation, all data is known and the search no longer suspends.
      try await Resolver(provider: library).resolve(Self.wantedPigeons, within: .seconds(3600))
    }
    while library.requests.count < Self.pigeons * 2 {
      try await Task.sleep(for: .milliseconds(1))
    }
    search.cancel()
    await #expect { try await search.value } throws: { error in
      if case SearchError<Library.Failure>.cancelled = error { true } else { false }
    }
  }

  @Test func `a limit ends a search that is computing`() async throws {
    let outcome = try await Resolver(provider: Library(Self.pigeonShelf()))
      .resolve(Self.wantedPigeons, within: .milliseconds(20))
    guard case .undecided(let packages, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(packages.allSatisfy { $0.hasPrefix("pigeon-") })
  }

  @Test func `the time in which the provider responds does not count`() async throws {
    let library = Library(Self.wideShelf(), delay: .milliseconds(600))
    let outcome = try await Resolver(provider: library)
      .resolve([Dependency("leaf-0", .all)], within: .milliseconds(500))
    guard case .solution = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }
}
