/// Finds versions that meet the requirements of a project.
///
///     let resolver = Resolver(provider: sources)
///     switch try await resolver.resolve(requirements, keeping: lock) {
///     case .solution(let solution): …
///     case .conflict(let report): …
///     }
///
/// The search itself is a state machine without I/O, `Search`. The resolver fetches the data that
/// the search requests. While it waits for a response, it also requests the data that the search
/// will probably need next.
package struct Resolver<Provider: VersionProvider>: Sendable {
  /// The universe of the provider.
  package typealias World = Provider.World

  private let provider: Provider
  private let maximumRequestsAtOnce: Int
  private let restartInterval: Int

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - provider: The source of package data.
  ///   - maximumRequestsAtOnce: The maximum number of requests in flight, at least 1. With 1,
  ///     nothing is requested ahead of time.
  ///   - restartInterval: The number of conflicts after which a search counts as hard, at least 1.
  ///     What a hard search remembers is a multiple. See <doc:Resolution#Hard-searches>.
  package init(
    provider: Provider, maximumRequestsAtOnce: Int = 16, restartInterval: Int = 100
  ) {
    precondition(maximumRequestsAtOnce > 0, "a resolver must be allowed to ask")
    precondition((1...Int(Int32.max)).contains(restartInterval), "the interval is out of range")
    self.restartInterval = restartInterval
    self.provider = provider
    self.maximumRequestsAtOnce = maximumRequestsAtOnce
  }

  /// Chooses versions that meet the requirements of a project.
  ///
  /// - Parameters:
  ///   - wanted: The requirements of the project. If several concern one package, all must be met.
  ///   - limits: Returns the conditions that the project places on a package that it does not
  ///     require itself. A limit does not cause the package to be chosen.
  ///   - locked: The versions to keep unless a requirement rules them out: those in the lock,
  ///     except for those that the user asked to update.
  ///   - limit: How long to search before giving up, or `nil` for no limit. Time spent waiting for
  ///     the provider does not count.
  ///   - findsRemedies: Whether the hints of a report include changes that resolve the conflict,
  ///     each of which takes a search.
  /// - Returns: A solution, a report of the reasons why there is none, or what was found out within
  ///   the limit.
  /// - Throws: ``SearchError/provider(_:)`` if the provider fails, or ``SearchError/cancelled`` if
  ///   the task is canceled.
  package func resolve(
    _ wanted: [Dependency<World>],
    limits: @escaping @Sendable (World.Package) -> [Dependency<World>] = { _ in [] },
    keeping locked: [World.Package: World.Version] = [:],
    within limit: Duration? = nil, findsRemedies: Bool = true
  ) async throws(SearchError<Provider.Failure>) -> ResolutionOutcome<World> {
    if let report = ConflictReport(contradictionIn: wanted) { return .conflict(report) }
    let request = ResolutionRequest(
      wanted: wanted, limits: limits, locked: locked, restartInterval: restartInterval)
    let result = await withTaskGroup(of: CompletedRequest.self) { group in
      defer { group.cancelAll() }
      var requests = Requests(
        queue: RequestQueue(limit: maximumRequestsAtOnce, locked: locked),
        deadline: limit.map { .now + $0 })
      return await outcome(of: request, findsRemedies, &requests, in: &group)
    }
    return try result.get()
  }

  /// Returns versions that meet the requirements of a project, or `nil` if none were found with an
  /// effort of 5,000 versions tried and conflicts.
  ///
  /// - Parameter effort: The remaining effort, shared by a series of searches. This search reduces
  ///   it.
  package func solution(
    to wanted: [Dependency<World>],
    limits: @escaping @Sendable (World.Package) -> [Dependency<World>] = { _ in [] },
    keeping locked: [World.Package: World.Version] = [:], effort: inout Int
  ) async -> Solution<World>? {
    if effort <= 0 || ConflictReport(contradictionIn: wanted) != nil { return nil }
    let request = ResolutionRequest(
      wanted: wanted, limits: limits, locked: locked, restartInterval: restartInterval)
    let limit = min(effort, Self.effortOfRemedy)
    let result = await withTaskGroup(of: CompletedRequest.self) { group in
      defer { group.cancelAll() }
      var requests = Requests(
        queue: RequestQueue(limit: maximumRequestsAtOnce, locked: locked), deadline: nil)
      return await end(of: request, effort: limit, &requests, in: &group)
    }
    guard case .success(let end) = result else { return nil }
    effort -= end.search.effort
    guard case .solved(let search) = end else { return nil }
    return Solution(search)
  }

  /// The effort of all searches for remedies together, which takes less than a second.
  ///
  /// The bound is an effort instead of a time, so that the hints are the same on every machine.
  package static var effortOfRemedies: Int { 20_000 }

  /// The effort of the search with a single remedy.
  private static var effortOfRemedy: Int { 5_000 }

  private typealias Result<Value> = Swift.Result<Value, SearchError<Provider.Failure>>
  private typealias ProviderResult = Swift.Result<ProviderResponse<World>, Provider.Failure>
  /// The result of a child task.
  private typealias CompletedRequest = (request: ProviderRequest<World>, response: ProviderResult)

  /// The requests to the provider. Kept across searches, because later ones repeat them.
  private struct Requests {
    var queue: RequestQueue<World>
    var responses: [ProviderRequest<World>: ProviderResult] = [:]
    /// The time at which to give up, or `nil` for no limit. Waiting for the provider postpones it.
    var deadline: ContinuousClock.Instant?
  }

  /// The way in which a search ended.
  private enum End {
    case solved(Search<World>)
    case refuted(IncompatibilityID, Search<World>)

    /// The search ran out of time or effort.
    case abandoned(Search<World>)

    var search: Search<World> {
      switch self {
      case .solved(let search), .refuted(_, let search), .abandoned(let search): search
      }
    }
  }

  /// Solves a request, and looks for remedies if it has no solution.
  private func outcome(
    of request: ResolutionRequest<World>, _ findsRemedies: Bool, _ requests: inout Requests,
    in group: inout TaskGroup<CompletedRequest>
  ) async -> Result<ResolutionOutcome<World>> {
    switch await end(of: request, effort: nil, &requests, in: &group) {
    case .failure(let error): return .failure(error)
    case .success(.solved(let search)): return .success(.solution(Solution(search)))
    case .success(.abandoned(let search)):
      return .success(.undecided(search.mostConflicting, search.statistics))
    case .success(.refuted(let id, let search)):
      var report = ConflictReport(id, search)
      if !findsRemedies { return .success(.conflict(report)) }
      let remedies = HintFinder(search: search, graph: report.derivation).remedies()
      let hints = await solved(remedies, for: request, &requests, in: &group)
      if Task.isCancelled { return .failure(.cancelled) }
      report.add(hints)
      return .success(.conflict(report))
    }
  }

  /// Returns the hints of those remedies with which the request has a solution, as far as that is
  /// found out with the bounded effort. A remedy for which the provider fails is no hint.
  private func solved(
    _ remedies: [Remedy<World>], for request: ResolutionRequest<World>, _ requests: inout Requests,
    in group: inout TaskGroup<CompletedRequest>
  ) async -> [ConflictHint<World>] {
    var effort = Self.effortOfRemedies
    var hints: [ConflictHint<World>] = []
    // For each package, whether a requirement can name the version that was revealed.
    var revealed: [World.Package: Bool] = [:]
    for remedy in remedies where effort > 0 {
      if case .reveal(let release, let package, _) = remedy, let isNameable = revealed[package],
        isNameable || !release.isNameable
      {
        continue
      }
      let end = await end(
        of: remedy.applied(to: request), effort: min(effort, Self.effortOfRemedy), &requests,
        in: &group)
      guard case .success(let end) = end else { continue }
      effort -= end.search.effort
      guard case .solved(let search) = end else { continue }
      hints += remedy.hints(from: search)
      if case .reveal(let release, let package, _) = remedy {
        revealed[package] = release.isNameable
      }
    }
    return hints
  }

  /// The effort of a search for a better solution among the prereleases.
  private static var effortOfPrereleases: Int { 5_000 }

  /// Runs searches until one has the best solution, or none can have one.
  ///
  /// A proof may hold only as long as certain prereleases are excluded, and so may the fact that
  /// there is no better solution. Then the search runs again with them. If that also fails, reports
  /// the last proof that does not rely on excluding them, or the first proof if there is none.
  ///
  /// - Parameter effort: The versions tried and conflicts before giving up, or `nil` for no limit.
  private func end(
    of request: ResolutionRequest<World>, effort: Int?, _ requests: inout Requests,
    in group: inout TaskGroup<CompletedRequest>
  ) async -> Result<End> {
    var search = Search(request)
    var admitted: Set<World.Package> = []
    var best: (id: IncompatibilityID, search: Search<World>)?
    var solved: Search<World>?
    while true {
      let limit = solved.map { $0.effort + Self.effortOfPrereleases }
      let result = await run(search, effort: limit ?? effort, &requests, in: &group)
      if case .success(.solved(let found)) = result, !found.isGivenUp || solved == nil {
        let others = found.prereleasesOfBetterSolutions.subtracting(admitted)
        if others.isEmpty || effort != nil { return result }
        solved = found
        admitted.formUnion(others)
        search = found.restarted(admittingPrereleasesOf: others)
        continue
      }
      if let solved, case .success = result { return .success(.solved(solved)) }
      guard case .success(.refuted(let id, let refuted)) = result else {
        if let best, case .success(.abandoned) = result {
          return .success(.refuted(best.id, best.search))
        }
        return result
      }
      let holdsWithPrereleases = !refuted.isAboutUnnamedPrereleases(id)
      let proof: (id: IncompatibilityID, search: Search<World>) =
        holdsWithPrereleases ? (id, refuted) : best ?? (id, refuted)
      best = proof
      let excluded = refuted.excludedPrereleases(inProofOf: id).subtracting(admitted)
      if excluded.isEmpty { return .success(.refuted(proof.id, proof.search)) }
      admitted.formUnion(excluded)
      search = refuted.restarted(admittingPrereleasesOf: excluded)
    }
  }

  /// Advances a search to its end, and fetches the data that the search requests.
  private func run(
    _ start: Search<World>, effort: Int?, _ requests: inout Requests,
    in group: inout TaskGroup<CompletedRequest>
  ) async -> Result<End> {
    var search = start
    while true {
      if Task.isCancelled { return .failure(.cancelled) }
      if let deadline = requests.deadline, deadline <= .now { return .success(.abandoned(search)) }
      if let effort, search.effort > effort { return .success(.abandoned(search)) }
      switch search.advance(within: effort ?? .max) {
      case .working: continue
      case .restart: search = search.restarted()
      case .solved: return .success(.solved(search))
      case .refuted(let id): return .success(.refuted(id, search))
      case .needs(let request, let dependencies):
        requests.queue.expect(dependencies)
        let asked = ContinuousClock.now
        guard let response = await response(to: request, &requests, in: &group) else {
          return .failure(.cancelled)
        }
        requests.deadline = requests.deadline.map { $0 + asked.duration(to: .now) }
        switch response {
        case .success(let response): search.supply(response, to: request)
        case .failure(let failure):
          return .failure(Task.isCancelled ? .cancelled : .provider(failure))
        }
      }
    }
  }

  /// Returns the provider's response to a request, or `nil` if the task is canceled. Meanwhile,
  /// sends speculative requests.
  private func response(
    to request: ProviderRequest<World>, _ requests: inout Requests,
    in group: inout TaskGroup<CompletedRequest>
  ) async -> ProviderResult? {
    if maximumRequestsAtOnce == 1, requests.responses[request] == nil {
      // There is nothing else to do meanwhile, so the request needs no child task.
      requests.responses[request] = await fetch(request)
    }
    requests.queue.require(request)
    while requests.responses[request] == nil {
      for next in requests.queue.next() {
        group.addTask { (next, await fetch(next)) }
      }
      guard let (completed, response) = await group.next() else { return nil }
      requests.responses[completed] = response
      requests.queue.completed(completed, try? response.get())
    }
    return requests.responses[request]
  }

  /// Passes a request to the provider and returns its response or failure.
  private func fetch(_ request: ProviderRequest<World>) async -> ProviderResult {
    do {
      switch request {
      case .listing(let package):
        return .success(.listing(try await provider.listing(of: package)))
      case .needs(let package, let version):
        return .success(.needs(try await provider.needs(of: package, at: version)))
      }
    } catch {
      return .failure(error)
    }
  }
}
