internal import Corpora
internal import Foundation

/// A test case from another project's resolver tests. A file of such test cases is called a corpus.
package struct Scenario: Sendable {
  /// The outcome that a scenario expects.
  package enum Expectation: Sendable {
    /// The version of each package in the expected solution.
    case solution([String: String])

    /// Any solution.
    case solvable

    /// No solution. The message is the one that the other project prints, or empty if the corpus
    /// has none.
    case failure(message: String)
  }

  /// The name of the scenario in its corpus.
  package let id: String

  /// The test environment: the packages of the scenario, as a provider.
  package let world: ScenarioWorld

  /// The requirements of the project, in the syntax of the corpus.
  package let wanted: [(package: String, requirement: String)]

  /// The locked version of each package.
  package let locked: [String: String]

  /// The expected outcome.
  package let expectation: Expectation

  /// How strictly to compare the outcome, in the words of the corpus, such as `exact preferred`.
  package let judge: String

  /// Creates a scenario, or returns `nil` if the entry has an unknown kind of expectation or
  /// syntax.
  init?(_ entry: ScenarioEntry) {
    guard let dialect = entry.dialect else { return nil }
    id = entry.id
    judge = entry.judge
    locked = entry.locked
    let root = entry.root
    let overrides = (root.overrides ?? [:]).sorted { $0.key < $1.key }
    let overridden = Set(overrides.map(\.key))
    wanted =
      (root.needs.list + (root.developmentNeeds?.list ?? []))
      .filter { !overridden.contains($0.name) }.map { ($0.name, $0.text) }
      + overrides.map { ($0.key, $0.value) }
    let developmentDependencies: ScenarioWorld.DevelopmentDependencies =
      if entry.tags.contains("root-dev-dependencies-of-every-gem") {
        .everything
      } else if entry.tags.contains("dev-dependencies-shallow") {
        .only(Set(wanted.map(\.package)))
      } else {
        .nothing
      }
    world = ScenarioWorld(
      dialect: dialect, project: root.name.map { ($0, root.version ?? "0.0.0") },
      rows: entry.packages, platforms: entry.platforms, overridden: overridden,
      isLowestFirst: entry.strategy == "lowest", developmentDependencies: developmentDependencies)
    switch entry.expectation.kind {
    case "solution": expectation = .solution(entry.expectation.packages ?? [:])
    case "solvable": expectation = .solvable
    case "failure":
      let message = entry.expectation.message?.list ?? []
      expectation = .failure(message: message.joined(separator: "\n"))
    default: return nil
    }
  }
}

extension Scenario {
  /// Returns the scenarios of every corpus: every JSON file with a list of scenarios. Skips
  /// scenarios whose syntax is unknown.
  ///
  /// - Parameter folder: The folder that contains `resolver`, or `nil` for the conformance data.
  /// - Throws: `DecodingError` if a corpus is malformed, or a Foundation error if it cannot be
  ///   read.
  package static func load(folder: String? = nil) throws -> [Scenario] {
    let folder = folder ?? Corpora.folder
    let names = Corpora.names(of: "resolver", ending: ".json", in: folder)
    return try names.flatMap { name -> [Scenario] in
      let text = try Corpora.contents(of: "resolver", name, in: folder)
      guard (try? JSONDecoder().decode(CorpusForm.self, from: text)) != nil else { return [] }
      return try JSONDecoder().decode(ScenarioEntry.Corpus.self, from: text).scenarios
        .compactMap(Scenario.init)
    }
  }

  /// The part of a JSON file by which a corpus is recognized.
  private struct CorpusForm: Decodable {
    struct Element: Decodable {}
    let scenarios: [Element]
  }
}
