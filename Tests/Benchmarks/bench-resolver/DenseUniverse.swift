import Resolution
import ResolutionScenarios
import Versions

/// Generated tools that constrain each other so tightly that there is no solution, which takes a
/// long search to prove.
///
/// Each version of a tool needs three other tools, each in a range of five versions. The project
/// requires all tools.
struct DenseUniverse {
  /// The releases of each tool, newest first.
  let shelf: Shelf<ScenarioWorld.World>

  /// The requirements of the project.
  let requirements: [Dependency<ScenarioWorld.World>]

  /// Creates the universe that a seed determines.
  init(tools: Int, versions: Int, seed: UInt64) {
    var random = Generator(seed: seed)
    let texts = (0..<versions + 5).map { Dialect.pub.version("\($0 / 10).\($0 % 10).0") }
    var releases: [String: [PackageRelease<ScenarioWorld.World>]] = [:]
    for tool in 0..<tools {
      releases["tool-\(tool)"] = (0..<versions).reversed().map { number in
        var needed: [Int] = []
        while needed.count < 3 {
          let other = Int.random(in: 0..<tools, using: &random)
          if other != tool, !needed.contains(other) { needed.append(other) }
        }
        return PackageRelease(
          texts[number],
          dependencies: needed.map { other in
            let lower = Int.random(in: 0...versions - 5, using: &random)
            return Dependency(
              "tool-\(other)", .atLeast(texts[lower]).intersection(.before(texts[lower + 5])),
              origin: "tool-\(tool) \(number)")
          })
      }
    }
    shelf = Shelf(releases: releases)
    requirements = (0..<tools).map { Dependency("tool-\($0)", .all, origin: "Toolfile:\($0 + 1)") }
  }
}
