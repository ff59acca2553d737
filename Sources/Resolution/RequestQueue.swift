/// A response of the provider.
enum ProviderResponse<World: Universe>: Sendable {
  case listing(PackageListing<World>)
  case needs(ReleaseNeeds<World>)
}

/// Selects the next requests: the one that the search waits for, and those it will probably make.
///
/// Speculation assumes that each package resolves to the most preferred release that its first
/// requester accepts. It only uses idle time: no response reaches the search before the search
/// requests it.
struct RequestQueue<World: Universe>: Sendable {
  /// The maximum number of requests in flight. With 1, nothing is speculative.
  private let limit: Int
  private let locked: [World.Package: World.Version]

  /// The request that the search waits for, until it is handed out.
  private var urgent: ProviderRequest<World>?
  private var speculative: [ProviderRequest<World>] = []

  /// The index of the first speculative request that has not been handed out.
  private var nextSpeculative = 0
  private var sent: Set<ProviderRequest<World>> = []
  private var inFlight = 0

  /// For each package met, the versions that its first requester accepts.
  private var expected: [World.Package: World.Versions] = [:]

  init(limit: Int, locked: [World.Package: World.Version]) {
    self.limit = limit
    self.locked = locked
  }

  /// Records that the search waits for this response.
  mutating func require(_ request: ProviderRequest<World>) {
    urgent = request
  }

  /// Records dependencies that probably have to be resolved.
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

  /// Records a response, or `nil` for a failure, and speculates on what it leads to.
  mutating func answered(_ request: ProviderRequest<World>, _ answer: ProviderResponse<World>?) {
    inFlight -= 1
    guard limit > 1 else { return }
    switch (request, answer) {
    case (.listing(let package), .listing(.releases(let releases))):
      guard let release = guess(package, among: releases) else { return }
      if let dependencies = release.dependencies {
        expect(dependencies)
      } else {
        speculative.append(.needs(of: package, at: release.version))
      }
    case (.needs, .needs(.dependencies(let dependencies))): expect(dependencies)
    default: break
    }
  }

  /// Returns the release that will probably be chosen, or `nil` if none fits.
  private func guess(
    _ package: World.Package, among releases: [PackageRelease<World>]
  ) -> PackageRelease<World>? {
    func fits(_ release: PackageRelease<World>) -> Bool {
      release.obstacle == nil && expected[package]?.contains(release.version) ?? true
    }
    if let locked = locked[package],
      let release = releases.first(where: { $0.version == locked && fits($0) })
    {
      return release
    }
    return releases.first(where: fits)
  }
}
