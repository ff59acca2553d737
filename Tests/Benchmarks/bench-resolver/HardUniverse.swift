import Resolution
import ResolutionScenarios
import Versions

/// Generated tools whose narrow ranges leave few solutions or none. A search takes longest when
/// about half of the generated worlds have a solution.
///
/// Each version of a tool needs a few others, each in a narrow range of versions, and supports most
/// of three platforms. The project requires a part of the tools, each on some of the platforms.
struct HardUniverse {
  /// The types of the resolver's packages and versions.
  enum World: Universe {
    typealias Package = String
    typealias Versions = VersionSet
    typealias Origin = String
    typealias Platform = String
  }

  /// The measures of a universe.
  struct Shape {
    let tools: Int
    var versions = 20

    /// The number of tools that the project requires.
    let wanted: Int

    /// The average number of tools that a version needs, times 100.
    let needs: Int

    /// The number of versions in a range.
    var width = 5

    /// The share of versions that lack a platform, in percent.
    var gaps = 5

    /// The shapes by name: one that most seeds solve, one of which about half of the seeds have a
    /// solution, one without solutions that has a short proof, and one that neither this solver nor
    /// Glucose decides within a minute.
    static let all = [
      "solvable": Shape(tools: 200, wanted: 40, needs: 165),
      "threshold": Shape(tools: 40, wanted: 20, needs: 195),
      "refutable": Shape(tools: 200, wanted: 40, needs: 600),
      "critical": Shape(tools: 200, wanted: 40, needs: 200),
    ]
  }

  /// A version as numbers.
  struct Release {
    /// The tools it needs, with the lowest acceptable version of each.
    var needs: [(tool: Int, lower: Int)]

    /// The platforms it lacks.
    var lacks: [Int]
  }

  static let platforms = ["linux-arm64", "linux-x64", "macos-arm64"]

  let shape: Shape

  /// The versions of each tool, oldest first.
  let tools: [[Release]]

  /// For each required tool, the platforms that the project needs it on.
  let wanted: [(tool: Int, platforms: [Int])]

  /// Creates the universe that a seed determines.
  init(_ shape: Shape, seed: UInt64) {
    var random = Generator(seed: seed)
    self.shape = shape
    tools = (0..<shape.tools).map { tool in
      (0..<shape.versions).map { _ in
        let count =
          shape.needs / 100 + (Int.random(in: 0..<100, using: &random) < shape.needs % 100 ? 1 : 0)
        var needed: [Int] = []
        while needed.count < count {
          let other = Int.random(in: 0..<shape.tools, using: &random)
          if other != tool, !needed.contains(other) { needed.append(other) }
        }
        return Release(
          needs: needed.map {
            ($0, Int.random(in: 0...shape.versions - shape.width, using: &random))
          },
          lacks: Self.platforms.indices.filter { _ in
            Int.random(in: 0..<100, using: &random) < shape.gaps
          })
      }
    }
    wanted = (0..<shape.wanted).map { tool in
      let platforms = Self.platforms.indices.filter { _ in Bool.random(using: &random) }
      return (tool, platforms.isEmpty ? [0] : platforms)
    }
  }
}

// The measurement.
extension HardUniverse {
  /// Returns the universe that the arguments `SHAPE SEED [dimacs]` name, and whether they ask for
  /// its export, or `nil` if they are invalid.
  static func named(by arguments: ArraySlice<String>) -> (universe: HardUniverse, isExport: Bool)? {
    let words = Array(arguments)
    guard words.count >= 2, let shape = Shape.all[words[0]], let seed = UInt64(words[1]) else {
      return nil
    }
    return (HardUniverse(shape, seed: seed), words.dropFirst(2) == ["dimacs"])
  }

  /// Resolves the requirements within twenty seconds, and returns a line: the outcome, the CPU time
  /// in seconds, the peak memory in MiB, the number of conflicts, and the tools that conflict most.
  /// The outcome is `wrong` for versions that do not meet the requirements.
  func measured() async -> String {
    let (shelf, requirements) = (shelf, requirements)
    let start = processTime()
    let outcome = try? await Resolver(provider: shelf, maximumRequestsAtOnce: 1)
      .resolve(requirements, within: .seconds(20), findsRemedies: false)
    let seconds = Double((processTime() - start) / .milliseconds(1)) / 1000
    let name: String
    let statistics: SearchStatistics?
    var tools: [String] = []
    switch outcome {
    case .solution(let solution):
      name = isSolution(solution.versions) ? "solution" : "wrong"
      statistics = solution.statistics
    case .conflict(let report): (name, statistics) = ("none", report.statistics)
    case .undecided(let most, let work): (name, statistics, tools) = ("undecided", work, most)
    case nil: (name, statistics) = ("failed", nil)
    }
    let words =
      [name, "\(seconds)", "\(peakMemory())", "\(statistics?.conflicts ?? 0)"]
      + (tools.isEmpty ? [] : [tools.joined(separator: ",")])
    return words.joined(separator: " ") + "\n"
  }

  /// Returns whether versions meet all requirements, on all platforms that they are needed on.
  private func isSolution(_ versions: [String: Version]) -> Bool {
    let texts = versionTexts
    var needed: [Int: Set<Int>] = [:]
    var pending = wanted.map { tool, platforms in
      (tool: tool, lower: 0, upper: texts.count, on: Set(platforms))
    }
    while let next = pending.popLast() {
      guard let version = versions["tool-\(next.tool)"], let number = texts.firstIndex(of: version),
        (next.lower..<next.upper).contains(number), tools[next.tool].indices.contains(number)
      else { return false }
      let release = tools[next.tool][number]
      if !next.on.isDisjoint(with: release.lacks) { return false }
      let known = needed[next.tool]
      let isNew = known.map { !next.on.isSubset(of: $0) } ?? true
      needed[next.tool] = next.on.union(known ?? [])
      if !isNew { continue }
      pending += release.needs.map { ($0.tool, $0.lower, $0.lower + shape.width, next.on) }
    }
    return true
  }
}

// The universe as the resolver sees it.
extension HardUniverse {
  /// The releases of each tool, newest first.
  var shelf: Shelf<World> {
    let texts = versionTexts
    var releases: [String: [PackageRelease<World>]] = [:]
    for (tool, versions) in tools.enumerated() {
      releases["tool-\(tool)"] = versions.enumerated().reversed().map { number, release in
        PackageRelease(
          texts[number],
          dependencies: release.needs.map { need in
            let upper = need.lower + shape.width
            return Dependency(
              "tool-\(need.tool)", .atLeast(texts[need.lower]).intersection(.before(texts[upper])),
              origin: "tool-\(tool) \(number)")
          },
          platformObstacles: Dictionary(
            uniqueKeysWithValues: release.lacks.map {
              (Self.platforms[$0], .platforms([Self.platforms[$0]]))
            }))
      }
    }
    return Shelf(releases: releases)
  }

  /// The requirements of the project.
  var requirements: [Dependency<World>] {
    wanted.enumerated().map { line, wanted in
      Dependency(
        "tool-\(wanted.tool)", .all, on: Set(wanted.platforms.map { Self.platforms[$0] }),
        origin: "Toolfile:\(line + 1)")
    }
  }

  private var versionTexts: [Version] {
    (0...shape.versions).map { Dialect.pub.version("\($0 / 10).\($0 % 10).0") }
  }
}

// The universe as a SAT solver sees it.
extension HardUniverse {
  /// The universe in the format DIMACS: one variable for each version, and one for each tool and
  /// platform.
  var dimacs: String {
    var clauses: [[Int]] = []
    for (tool, platforms) in wanted {
      clauses.append((0..<shape.versions).map { variable(tool, $0) })
      for platform in platforms { clauses.append([need(tool, platform)]) }
    }
    for (tool, versions) in tools.enumerated() {
      for number in versions.indices {
        for other in 0..<number {
          clauses.append([-variable(tool, number), -variable(tool, other)])
        }
        for (needed, lower) in versions[number].needs {
          clauses.append(
            [-variable(tool, number)] + (0..<shape.width).map { variable(needed, lower + $0) })
          for platform in Self.platforms.indices {
            clauses.append(
              [-variable(tool, number), -need(tool, platform), need(needed, platform)])
          }
        }
        for platform in versions[number].lacks {
          clauses.append([-variable(tool, number), -need(tool, platform)])
        }
      }
    }
    let variables = shape.tools * (shape.versions + Self.platforms.count)
    return "p cnf \(variables) \(clauses.count)\n"
      + clauses.map { $0.map(String.init).joined(separator: " ") + " 0\n" }.joined()
  }

  private func variable(_ tool: Int, _ version: Int) -> Int { tool * shape.versions + version + 1 }

  private func need(_ tool: Int, _ platform: Int) -> Int {
    shape.tools * shape.versions + tool * Self.platforms.count + platform + 1
  }
}
