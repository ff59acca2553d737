/// Selects the next requests: the one that the search waits for, and those it will probably make.
///
/// Speculation assumes that each package resolves to the most preferred release that its first
/// dependent accepts. Speculation cannot affect the outcome, because the search receives only the
/// responses that it requests itself.
struct RequestQueue<World: Universe>: Sendable {
  /// The number of requests in flight at which no further speculative request is sent. With 1, no
  /// request is speculative.
  private let limit: Int

  /// For each locked package, the version that is tried before all others.
  private let locked: [World.Package: World.Version]

  /// The request that the search waits for, or `nil` once `next` has returned it.
  private var urgent: ProviderRequest<World>?

  /// The speculative requests so far, including those that `next` has returned.
  private var speculative: [ProviderRequest<World>] = []

  /// The index of the first element of `speculative` that `next` has not examined yet.
  private var nextSpeculative = 0

  /// The requests that `next` has returned.
  private var sent: Set<ProviderRequest<World>> = []

  /// The number of requests that were returned by `next` and have no response yet.
  private var inFlight = 0

  /// For each package encountered, the versions that its first dependent accepts.
  private var expected: [World.Package: World.Versions] = [:]

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - limit: The number of requests in flight at which no further speculative request is sent.
  ///   - locked: For each locked package, the version that is tried before all others.
  init(limit: Int, locked: [World.Package: World.Version]) {
    self.limit = limit
    self.locked = locked
  }

  /// Records that the search waits for the response to a request.
  mutating func require(_ request: ProviderRequest<World>) {
    urgent = request
  }

  /// Adds speculative requests for the listings of the packages that dependencies are on.
  mutating func expect(_ dependencies: [Dependency<World>]) {
    for dependency in dependencies where expected[dependency.package] == nil {
      expected[dependency.package] = dependency.versions
      speculative.append(.listing(dependency.package))
    }
  }

  /// Removes and returns the requests to send now. No request is returned twice.
  mutating func next() -> [ProviderRequest<World>] {
    var requests: [ProviderRequest<World>] = []
    if let urgent, sent.insert(urgent).inserted { requests.append(urgent) }
    urgent = nil
    while limit > 1, inFlight + requests.count < limit, nextSpeculative < speculative.count {
      let request = speculative[nextSpeculative]
      nextSpeculative += 1
      if sent.insert(request).inserted { requests.append(request) }
    }
    inFlight += requests.count
    return requests
  }

  /// Records a response, or `nil` for a failure, and adds the speculative requests that follow
  /// from it.
  mutating func completed(_ request: ProviderRequest<World>, _ response: ProviderResponse<World>?) {
    inFlight -= 1
    guard limit > 1 else { return }
    switch (request, response) {
    case (.listing(let package), .listing(.releases(let releases))):
      guard let release = likelyRelease(package, among: releases) else { return }
      if let dependencies = release.dependencies {
        expect(dependencies)
      } else {
        speculative.append(.needs(of: package, at: release.version))
      }
    case (.needs, .needs(.dependencies(let dependencies, _))): expect(dependencies)
    default: break
    }
  }

  /// Returns the release that will probably be chosen, or `nil` if the first dependent of the
  /// package accepts none.
  private func likelyRelease(
    _ package: World.Package, among releases: [PackageRelease<World>]
  ) -> PackageRelease<World>? {
    func fits(_ release: PackageRelease<World>) -> Bool {
      release.obstacles.isEmpty && expected[package]?.contains(release.version) ?? true
    }
    if let locked = locked[package],
      let release = releases.first(where: { $0.version == locked && fits($0) })
    {
      return release
    }
    return releases.first(where: fits)
  }
}
