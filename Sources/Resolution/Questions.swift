/// An answer of the provider.
enum Answer<World: Universe>: Sendable {
  case listing(Listing<World>)
  case needs(Needs<World>)
}

/// Which questions to ask next: what the search waits for, and what it will probably want to know.
///
/// The guess is that of each package the most preferred release that fits whoever asked first
/// will be chosen. It only fills the time; no answer reaches the search before it asks.
struct Questions<World: Universe>: Sendable {
  private let limit: Int
  private let locked: [World.Package: World.Version]
  private var urgent: Request<World>?
  private var likely: [Request<World>] = []
  private var firstUnasked = 0
  private var asked: Set<Request<World>> = []
  private var underWay = 0

  /// For each package met, the versions that its first requester wants.
  private var expected: [World.Package: World.Versions] = [:]

  init(limit: Int, locked: [World.Package: World.Version]) {
    self.limit = limit
    self.locked = locked
  }

  /// Notes that the search waits for this answer.
  mutating func require(_ request: Request<World>) {
    urgent = request
  }

  /// Notes dependencies that will probably have to be met.
  mutating func expect(_ dependencies: [Dependency<World>]) {
    for dependency in dependencies where expected[dependency.package] == nil {
      expected[dependency.package] = dependency.versions
      likely.append(.listing(dependency.package))
    }
  }

  /// Takes the questions to ask now. Each is handed out once.
  mutating func next() -> [Request<World>] {
    var requests: [Request<World>] = []
    if let urgent, asked.insert(urgent).inserted { requests.append(urgent) }
    urgent = nil
    while limit > 1, underWay + requests.count < limit, firstUnasked < likely.count {
      let request = likely[firstUnasked]
      firstUnasked += 1
      if asked.insert(request).inserted { requests.append(request) }
    }
    underWay += requests.count
    return requests
  }

  /// Notes an answer, nil for a failure, and guesses what follows from it.
  mutating func answered(_ request: Request<World>, _ answer: Answer<World>?) {
    underWay -= 1
    guard limit > 1 else { return }
    switch (request, answer) {
    case (.listing(let package), .listing(.releases(let releases))):
      guard let release = guess(package, among: releases) else { return }
      if let dependencies = release.dependencies {
        expect(dependencies)
      } else {
        likely.append(.needs(of: package, at: release.version))
      }
    case (.needs, .needs(.dependencies(let dependencies))): expect(dependencies)
    default: break
    }
  }

  private func guess(
    _ package: World.Package, among releases: [Release<World>]
  ) -> Release<World>? {
    func fits(_ release: Release<World>) -> Bool {
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
