import Resolution
import ResolutionScenarios
import Versions

/// Generated tools whose dependencies are many layers deep and conflict in every layer.
///
/// Version `n` of a tool requires versions near `n` of a few tools in the next layers, as is
/// typical of tools that are released together. One dependency in a hundred requires versions near
/// a random number instead, so the newest versions of many tools exclude each other.
struct LayeredUniverse: VersionProvider {
  /// The types of the resolver's packages and versions, shared with the scenarios.
  typealias World = ScenarioWorld.World

  /// The releases of each tool, newest first.
  let releases: [String: [PackageRelease<World>]]

  /// The requirements of the project. They name a twentieth of the tools, each in any version.
  let requirements: [Dependency<World>]

  /// Creates the universe that a seed determines.
  ///
  /// - Parameters:
  ///   - tools: The number of tools.
  ///   - versions: The number of versions of each tool.
  init(tools: Int, versions: Int, seed: UInt64) {
    var random = Generator(seed: seed)
    let texts = (0...versions + 1).map { version("\($0 / 10).\($0 % 10).0") }
    /// Returns the versions from number `lower` up to, but not including, number `upper`.
    func range(_ lower: Int, _ upper: Int) -> VersionSet {
      VersionSet.atLeast(texts[max(0, lower)])
        .intersection(.before(texts[min(versions + 1, upper)]))
    }

    var releases: [String: [PackageRelease<World>]] = [:]
    for tool in 0..<tools {
      let needs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        tool + Int.random(in: 1...max(2, tools / 20), using: &random)
      }.filter { $0 < tools }
      let name = "tool-\(tool)"
      releases[name] = (1...versions).reversed().map { number in
        let origin = "\(name) \(texts[number])"
        let dependencies = Set(needs).sorted().map { need in
          let isOutlier = Int.random(in: 0..<100, using: &random) == 0
          let around =
            isOutlier ? Int.random(in: 1...versions, using: &random) : number
          return Dependency<World>(
            "tool-\(need)", range(around - 12, around + 4), origin: origin)
        }
        return PackageRelease(texts[number], dependencies: dependencies)
      }
    }
    self.releases = releases
    requirements = (0..<tools / 20).map {
      Dependency("tool-\($0 * 7 % tools)", .all, origin: "Toolfile:\($0 + 1)")
    }
  }

  func listing(of package: String) async throws(Never) -> PackageListing<World> {
    releases[package].map { .releases($0) } ?? .unknown(similar: [])
  }

  func needs(of package: String, at version: Version) async throws(Never) -> ReleaseNeeds<World> {
    preconditionFailure("every release comes with its needs")
  }
}

/// Parses a SemVer version, which must be valid.
private func version(_ text: String) -> Version {
  do {
    return try Version(parsing: text, scheme: .semver)
  } catch {
    preconditionFailure("not a version: \(text)")
  }
}
