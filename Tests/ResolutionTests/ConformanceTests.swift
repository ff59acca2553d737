import Corpora
import Foundation
import Resolution
import ResolutionScenarios
import Testing
import Versions

/// The resolver tests of other projects.
@Suite(.enabled(if: Corpora.has("resolver"), Comment(rawValue: Corpora.absence)))
struct ConformanceTests {
  private typealias World = ScenarioWorld.World

  @Test func `every scenario of other projects has an acceptable outcome`() async throws {
    let scenarios = try Scenario.load()
    var rows: [String] = []
    for scenario in scenarios {
      let outcome = try await Resolver(provider: scenario.world, maximumRequestsAtOnce: 1)
        .resolve(scenario.requirements, keeping: scenario.kept)
      switch outcome {
      case .solution(let solution):
        let problem = try await problem(with: solution.versions, in: scenario)
        #expect(problem == nil, "\(scenario.id): \(problem ?? "")")
        rows.append(
          "\(scenario.id)\tsolution\t\(solution.statistics.versionsTried)"
            + "\t\(solution.statistics.conflicts)")
      case .undecided: Issue.record("\(scenario.id): undecided")
      case .conflict(let report):
        guard case .failure(let message) = scenario.expectation else {
          Issue.record("\(scenario.id): no solution found, and there is one")
          continue
        }
        let missing = names(in: message, of: scenario).subtracting(names(in: report))
        #expect(missing.isEmpty, "\(scenario.id): the report does not name \(missing)")
        rows.append(
          "\(scenario.id)\tfailure\t\(report.statistics.versionsTried)"
            + "\t\(report.statistics.conflicts)")
      }
    }
    print("conformance: \(rows.count) of \(scenarios.count) scenarios run")
    try compare(rows)
  }

  /// Returns a description of the problem with a choice of versions, or `nil` if it is acceptable.
  private func problem(
    with versions: [String: Version], in scenario: Scenario
  ) async throws -> String? {
    // A lock does not determine a build order, so packages that need each other are valid.
    if scenario.judge.hasPrefix("policy: dependency cycle") { return nil }
    let world = scenario.world
    if let fault = fault(of: versions, in: scenario) { return fault }
    switch scenario.expectation {
    case .failure: return "solved, and must not be: \(versions)"
    case .solvable: return nil
    case .solution(let texts):
      let expected = texts.mapValues(world.dialect.version)
      // If other packages can need the project, the choice may contain it, unlike `expected`.
      let versions = versions.filter { $0.key != world.project?.name }
      if versions == expected { return nil }
      let difference = Set(versions.keys).union(expected.keys).filter {
        versions[$0] != expected[$0]
      }.sorted().map {
        "\($0) \(versions[$0]?.spelling ?? "-"), not \(expected[$0]?.spelling ?? "-")"
      }.joined(separator: "; ")
      guard scenario.judge.hasPrefix("exact preferred") else { return difference }
      return try await canImprove(versions, in: scenario).map {
        "\($0) could be newer: \(difference)"
      }
    }
  }

  /// Returns a description of a requirement that is not met or of packages that are not needed, or
  /// `nil` if the choice is a solution.
  private func fault(of versions: [String: Version], in scenario: Scenario) -> String? {
    var pending = scenario.requirements
    var needed: Set<String> = []
    while let dependency = pending.popLast() {
      guard let version = versions[dependency.package], dependency.versions.contains(version) else {
        return "\(dependency.origin) wants \(dependency.package) \(dependency.versions)"
      }
      guard needed.insert(dependency.package).inserted else { continue }
      let release = scenario.world.releases(of: dependency.package)?.first { $0.version == version }
      guard let release else { return "\(dependency.package) \(version) does not exist" }
      pending += release.dependencies ?? []
    }
    return needed == Set(versions.keys)
      ? nil : "not needed: \(Set(versions.keys).subtracting(needed))"
  }

  /// Among the packages that the Toolfile requires, returns one that could be newer without making
  /// another of them older, or `nil` if there is none.
  private func canImprove(
    _ versions: [String: Version], in scenario: Scenario
  ) async throws -> String? {
    let direct = Set(scenario.wanted.map(\.package))
    for package in direct.sorted() {
      var stricter = scenario.requirements
      for other in direct {
        guard let version = versions[other] else { continue }
        stricter.append(
          Dependency(
            other, other == package ? .after(version) : .atLeast(version), origin: "the judge"))
      }
      let outcome = try await Resolver(provider: scenario.world, maximumRequestsAtOnce: 1)
        .resolve(stricter)
      if case .solution = outcome { return package }
    }
    return nil
  }

  /// Returns the packages of a scenario that a text mentions.
  private func names(in message: String, of scenario: Scenario) -> Set<String> {
    let words = Set(message.split { !($0.isLetter || $0.isNumber || "-_@".contains($0)) })
    let packages = scenario.world.packages.union(scenario.wanted.map(\.package))
    return packages.filter { name in
      // Every message of pub mentions the project itself.
      words.contains(Substring(name)) && name != scenario.world.project?.name
    }
  }

  /// Returns the packages that the facts of a proof mention.
  private func names(in report: ConflictReport<World>) -> Set<String> {
    var names: Set<String> = []
    for node in report.derivation.nodes {
      guard case .fact(let fact) = node.reason else { continue }
      switch fact {
      case .wanted(let dependency, _), .limited(let dependency): names.insert(dependency.package)
      case .needed(let package, _, let dependency, _):
        names.formUnion([package, dependency.package])
      case .noVersion(let package, _), .unknownPackage(let package),
        .unavailable(let package, _, _, _), .unnamedPrerelease(let package, _, _):
        names.insert(package)
      }
    }
    return names
  }

  /// Compares the number of versions tried and conflicts with the recorded numbers, to detect
  /// regressions of the solver.
  ///
  /// If BOOTSTRAP_RECORD is set, rewrites the record and fails the test.
  private func compare(_ rows: [String], file: String = #filePath) throws {
    let repository = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = repository.joined(separator: "/") + "/Fixtures/Resolution/effort.tsv"
    let text = (["# scenario\toutcome\tversions tried\tconflicts"] + rows).joined(separator: "\n")
    if ProcessInfo.processInfo.environment["BOOTSTRAP_RECORD"] != nil {
      try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
      return
    }
    let recorded = try String(contentsOfFile: path, encoding: .utf8)
    let old = Set(recorded.split(separator: "\n").map(String.init))
    for row in rows where !old.contains(row) { Issue.record("not as recorded: \(row)") }
    let forgotten = old.subtracting(rows).filter { !$0.hasPrefix("#") }
    #expect(forgotten.isEmpty, "recorded and not run")
  }
}
