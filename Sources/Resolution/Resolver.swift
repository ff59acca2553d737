/// Finds versions for what a project wants.
///
///     let resolver = Resolver(provider: sources)
///     switch try await resolver.resolve(requirements, keeping: lock) {
///     case .solution(let solution): …
///     case .conflict(let report): …
///     }
///
/// The search itself is a pure machine (`Search`); this type gets it the answers that it asks
/// for. While one is awaited, those that will probably be needed next are asked for as well.
package struct Resolver<Provider: VersionProvider>: Sendable {
  package typealias World = Provider.World

  private let provider: Provider
  private let maximumRequestsAtOnce: Int

  /// - Parameters:
  ///   - maximumRequestsAtOnce: how many questions may wait for the provider at a time. With one,
  ///     nothing is asked ahead of time.
  package init(
    provider: Provider, maximumRequestsAtOnce: Int = 16
  ) {
    precondition(maximumRequestsAtOnce > 0, "a resolver must be allowed to ask")
    self.provider = provider
    self.maximumRequestsAtOnce = maximumRequestsAtOnce
  }

  /// Chooses versions.
  ///
  /// - Parameters:
  ///   - wanted: what the project asks for. Several requirements on one package must all hold.
  ///   - limits: what the project admits of a package that it does not ask for by itself; the
  ///     package is not chosen for their sake.
  ///   - locked: versions to keep if nothing speaks against them: those of the lock less what
  ///     the user wants updated.
  ///   - deadline: when to give up; nil means never.
  /// - Throws: `SearchError`. That there is no solution is an outcome, not an error.
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
        Search(wanted, limits: limits, locked: locked), asking: &queue,
        in: &group,
        until: deadline)
    }
    return try result.get()
  }

  private typealias Result = Swift.Result<ResolutionOutcome<World>, SearchError<Provider.Failure>>
  private typealias ProviderResult = Swift.Result<ProviderResponse<World>, Provider.Failure>

  private enum Message: Sendable {
    case reply(ProviderRequest<World>, ProviderResult)
    case deadline
  }

  private func run(
    _ start: Search<World>, asking queue: inout RequestQueue<World>,
    in group: inout TaskGroup<Message>, until deadline: ContinuousClock.Instant?
  ) async -> Result {
    var search = start
    // Kept for the whole run: a search that starts again asks for what is known already.
    var replies: [ProviderRequest<World>: ProviderResult] = [:]
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
      if maximumRequestsAtOnce == 1, deadline == nil, replies[request] == nil {
        // Nothing else to wait for: no task is needed to ask.
        replies[request] = await ask(request)
      }
      queue.require(request)
      while replies[request] == nil {
        for next in queue.next() {
          group.addTask { .reply(next, await ask(next)) }
        }
        guard case .reply(let answered, let reply)? = await group.next() else {
          return .failure(Task.isCancelled ? .cancelled : .deadlineExceeded)
        }
        replies[answered] = reply
        queue.answered(answered, try? reply.get())
      }
      switch replies[request] {
      case .success(let answer): search.supply(answer, to: request)
      case .failure(let failure):
        return .failure(Task.isCancelled ? .cancelled : .provider(failure))
      case nil: break
      }
    }
  }

  private func ask(_ request: ProviderRequest<World>) async -> ProviderResult {
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
