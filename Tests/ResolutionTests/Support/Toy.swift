import Resolution
import ResolutionScenarios

/// The universe of most tests: packages are words, versions are integers, and origins are plain
/// text.
enum Toy: Universe {
  typealias Package = String
  typealias Versions = IntegerSet
  typealias Origin = String
  typealias Platform = String
}

extension Dependency<Toy> {
  /// Creates a condition whose origin is irrelevant.
  init(_ package: String, _ versions: IntegerSet) {
    self.init(package, versions, origin: "Toolfile")
  }
}

extension Shelf<Toy> {
  /// Adds a release with its dependencies. Newer releases of a package are preferred.
  ///
  /// - Parameters:
  ///   - obstacles: The reasons why the release cannot be chosen. Empty if it can be.
  ///   - named: The dependencies that name a prerelease.
  ///   - platforms: The platforms that the release does not support.
  mutating func add(
    _ package: String, _ version: Int, _ needs: [String: IntegerSet] = [:],
    obstacles: [Obstacle] = [], naming named: Set<String> = [], lacking platforms: [String] = []
  ) {
    let dependencies = needs.sorted { $0.key < $1.key }.map {
      Dependency<Toy>(
        $0.key, $0.value, admitsPrereleases: named.contains($0.key),
        origin: "\(package) \(version)")
    }
    releases[package, default: []].append(
      PackageRelease(
        version, obstacles: obstacles, dependencies: dependencies,
        platformObstacles: Dictionary(
          uniqueKeysWithValues: platforms.map { ($0, .platforms([$0])) })))
    releases[package]?.sort { $0.version > $1.version }
  }
}
