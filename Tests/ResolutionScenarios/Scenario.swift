internal import Foundation

/// A case of another project's resolver tests.
package struct Scenario: Sendable {
  package enum Expectation: Sendable {
    case solution([String: String])
    case solvable
    /// With the words of upstream's message, if it has one.
    case failure(message: String)
  }

  package let id: String
  package let world: ScenarioWorld
  package let wanted: [(package: String, requirement: String)]
  package let locked: [String: String]
  package let expectation: Expectation

  /// How strict to be, in the words of the corpus.
  package let judge: String

  /// nil for an entry that expects what is not known here.
  init?(_ entry: ScenarioEntry) {
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
    let developed: ScenarioWorld.Developed =
      if entry.tags.contains("root-dev-dependencies-of-every-gem") {
        .everything
      } else if entry.tags.contains("dev-dependencies-shallow") {
        .only(Set(wanted.map(\.package)))
      } else {
        .nothing
      }
    world = ScenarioWorld(
      dialect: entry.dialect, project: root.name.map { ($0, root.version ?? "0.0.0") },
      rows: entry.packages, platforms: entry.platforms, overridden: overridden,
      isLowestFirst: entry.strategy == "lowest", developed: developed)
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
  /// Every scenario of every corpus in a folder; files of other forms are left alone.
  package static func load(folder: String) throws -> [Scenario] {
    try ["cocoapods", "dart_pub", "rubygems"].flatMap { name -> [Scenario] in
      let path = "\(folder)/resolver/\(name).json"
      guard let text = FileManager.default.contents(atPath: path) else { return [] }
      return try JSONDecoder().decode(ScenarioEntry.Corpus.self, from: text).scenarios
        .compactMap(Scenario.init)
    }
  }

  /// The folder of the conformance data: what BOOTSTRAP_CONFORMANCE names, else the one beside
  /// the repository.
  package static func conformanceFolder() -> String {
    if let named = ProcessInfo.processInfo.environment["BOOTSTRAP_CONFORMANCE"] { return named }
    // Not a default argument, which would be the path of whoever calls.
    let file: String = #filePath
    let repository = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return repository.dropLast().joined(separator: "/") + "/shared/conformance"
  }
}
