/// An answer of the provider.
enum ProviderResponse<World: Universe>: Sendable {
  case listing(PackageListing<World>)
  case needs(ReleaseNeeds<World>)
}

/// Which questions to ask next: what the search waits for, and what it will probably want to know.
///
/// The guess is that of each package the most preferred release that fits whoever asked first
/// will be chosen. It only fills the time; no answer reaches the search before it asks.
struct RequestQueue<World: Universe>: Sendable {
  private let limit: Int
  private let locked: [World.Package: World.Version]
  private var urgent: ProviderRequest<World>?
  private var speculative: [ProviderRequest<World>] = []
  private var nextSpeculative = 0
  private var sent: Set<ProviderRequest<World>> = []
  private var inFlight = 0

  /// For each package met, the versions that its first requester wants.
  private var expected: [World.Package: World.Versions] = [:]

  init(limit: Int, locked: [World.Package: World.Version]) {
    self.limit = limit
    self.locked = locked
  }

  /// Notes that the search waits for this answer.
  mutating func require(_ request: ProviderRequest<World>) {
    urgent = request
  }

  /// Notes dependencies that will probably have to be met.
  mutating func expect(_ dependencies: [Dependency<World>]) {
    for dependency in dependencies where expected[dependency.package] == nil {
      expected[dependency.package] = dependency.versions
      speculative.append(.listing(dependency.package))
    }
  }

  /// Takes the questions to ask now. Each is handed out once.
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

  /// Notes an answer, nil for a failure, and guesses what follows from it.
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
