import Resolution

/// The universe of most tests: packages are words, versions integers, origins texts.
enum Toy: Universe {
  typealias Package = String
  typealias Versions = IntegerSet
  typealias Origin = String
}

extension Dependency<Toy> {
  /// A condition whose origin plays no part.
  init(_ package: String, _ versions: IntegerSet) {
    self.init(package, versions, origin: "Toolfile")
  }
}

/// A provider that has everything at hand.
struct Shelf<World: Universe>: VersionProvider {
  /// The releases of each package, the preferred one first.
  var releases: [World.Package: [Release<World>]] = [:]

  func listing(of package: World.Package) async throws(Never) -> Listing<World> {
    releases[package].map { .releases($0) } ?? .unknown(similar: [])
  }

  func needs(
    of package: World.Package, at version: World.Version
  ) async throws(Never) -> Needs<World> {
    .unavailable(.metadata(detail: "never asked: every release comes with its needs"))
  }
}

extension Shelf<Toy> {
  /// Puts a release on the shelf; the newest of a package is preferred.
  mutating func add(_ package: String, _ version: Int, _ needs: [String: IntegerSet] = [:]) {
    let dependencies = needs.sorted { $0.key < $1.key }.map {
      Dependency<Toy>($0.key, $0.value, origin: "\(package) \(version)")
    }
    releases[package, default: []].append(Release(version, dependencies: dependencies))
    releases[package]?.sort { $0.version > $1.version }
  }
}
