import Resolution
import ResolutionScenarios

/// The universe of most tests: packages are words, versions are integers, and origins are plain
/// text.
enum Toy: Universe {
  typealias Package = String
  typealias Versions = IntegerSet
  typealias Origin = String
}

extension Dependency<Toy> {
  /// Creates a condition whose origin is irrelevant.
  init(_ package: String, _ versions: IntegerSet) {
    self.init(package, versions, origin: "Toolfile")
  }
}

extension Shelf<Toy> {
  /// Adds a release with its dependencies. Newer releases of a package are preferred.
  mutating func add(_ package: String, _ version: Int, _ needs: [String: IntegerSet] = [:]) {
    let dependencies = needs.sorted { $0.key < $1.key }.map {
      Dependency<Toy>($0.key, $0.value, origin: "\(package) \(version)")
    }
    releases[package, default: []].append(PackageRelease(version, dependencies: dependencies))
    releases[package]?.sort { $0.version > $1.version }
  }
}
