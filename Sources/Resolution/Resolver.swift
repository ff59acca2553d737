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

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - provider: The source of package data.
  ///   - maximumRequestsAtOnce: The maximum number of requests in flight, at least 1. With 1,
  ///     nothing is requested ahead of time.
  package init(
    provider: Provider, maximumRequestsAtOnce: Int = 16
  ) {
    precondition(maximumRequestsAtOnce > 0, "a resolver must be allowed to ask")
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
  ///   - deadline: The time at which to give up, or `nil` for no deadline.
  /// - Returns: A solution, or a report of the reasons why there is none.
  /// - Throws: ``SearchError/provider(_:)`` if the provider fails, ``SearchError/cancelled`` if the
  ///   task is canceled, or ``SearchError/deadlineExceeded`` if the deadline passes.
  package func resolve(
    _ wanted: [Dependency<World>],
    limits: @escaping @Sendable (World.Package) -> [Dependency<World>] = { _ in [] },
    keeping locked: [World.Package: World.Version] = [:],
    until deadline: ContinuousClock.Instant? = nil
  ) async throws(SearchError<Provider.Failure>) -> ResolutionOutcome<World> {
    if let report = ConflictReport(contradictionIn: wanted) { return .conflict(report) }
    let result = await withTaskGroup(of: Message.self) { group in
      var queue = RequestQueue<World>(limit: maximumRequestsAtOnce, locked: locked)
      if let deadline {
        group.addTask {
          try? await Task.sleep(until: deadline, clock: .continuous)
          return .deadline
        }
      }
      defer { group.cancelAll() }
      return await run(
        Search(wanted, limits: limits, locked: locked), using: &queue,
        in: &group,
        until: deadline)
    }
    return try result.get()
  }

  private typealias Result = Swift.Result<ResolutionOutcome<World>, SearchError<Provider.Failure>>
  private typealias ProviderResult = Swift.Result<ProviderResponse<World>, Provider.Failure>

  /// The result of a child task.
  private enum Message: Sendable {
    /// The provider responded to a request, or failed.
    case response(ProviderRequest<World>, ProviderResult)

    /// The deadline has passed, or the task was canceled.
    case deadline
  }

  /// Advances the search to its end, and fetches the data that the search requests.
  private func run(
    _ start: Search<World>, using queue: inout RequestQueue<World>,
    in group: inout TaskGroup<Message>, until deadline: ContinuousClock.Instant?
  ) async -> Result {
    var search = start
    // Kept across restarts, because a restarted search repeats its requests.
    var responses: [ProviderRequest<World>: ProviderResult] = [:]
    while true {
      if Task.isCancelled { return .failure(.cancelled) }
      if let deadline, deadline <= .now { return .failure(.deadlineExceeded) }
      let request: ProviderRequest<World>
      switch search.advance() {
      case .working: continue
      case .restart:
        search = search.restarted()
        continue
      case .solved: return .success(.solution(Solution(search)))
      case .refuted(let id): return .success(.conflict(ConflictReport(id, search)))
      case .needs(let needed, let dependencies):
        request = needed
        queue.expect(dependencies)
      }
      if maximumRequestsAtOnce == 1, deadline == nil, responses[request] == nil {
        // No deadline or other request can end the wait, so the request needs no child task.
        responses[request] = await fetch(request)
      }
      queue.require(request)
      while responses[request] == nil {
        for next in queue.next() {
          group.addTask { .response(next, await fetch(next)) }
        }
        guard case .response(let completed, let response)? = await group.next() else {
          return .failure(Task.isCancelled ? .cancelled : .deadlineExceeded)
        }
        responses[completed] = response
        queue.completed(completed, try? response.get())
      }
      switch responses[request] {
      case .success(let response): search.supply(response, to: request)
      case .failure(let failure):
        return .failure(Task.isCancelled ? .cancelled : .provider(failure))
      case nil: break
      }
    }
  }

  /// Passes a request to the provider and returns its response or failure.
  private func fetch(_ request: ProviderRequest<World>) async -> ProviderResult {
    do throws(Provider.Failure) {
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
