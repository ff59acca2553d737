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

  /// Reads one entry of a corpus; nil if it has not the form of one.
  init?(_ entry: JSON) {
    guard let id = entry["id"]?.string, let syntax = entry["constraint_syntax"]?.string,
      let judge = entry["judge"]?.string, let root = entry["root"],
      let dialect = Dialect(rawValue: syntax)
    else { return nil }
    self.id = id
    self.judge = judge
    let tags = Set(entry["tags"]?.elements.compactMap(\.string) ?? [])
    let overrides = (root["overrides"]?.members ?? []).map { ($0.key, $0.value.string ?? "") }
    let overridden = Set(overrides.map(\.0))
    wanted =
      ["deps", "dev_deps"].flatMap { Self.pairs(root[$0]) }
      .filter { !overridden.contains($0.0) } + overrides
    locked = Dictionary(
      uniqueKeysWithValues: Self.pairs(entry["locked"]).map { ($0.0, $0.1) })
    let developed: ScenarioWorld.Developed =
      if tags.contains("root-dev-dependencies-of-every-gem") {
        .everything
      } else if tags.contains("dev-dependencies-shallow") {
        .only(Set(wanted.map(\.package)))
      } else {
        .nothing
      }
    world = ScenarioWorld(
      dialect: dialect,
      project: root["name"]?.string.map { ($0, root["version"]?.string ?? "0.0.0") },
      rows: Dictionary(
        uniqueKeysWithValues: entry["packages"]?.members.map { ($0.key, $0.value.elements) } ?? []),
      platforms: entry["platforms"]?.elements.compactMap(\.string), overridden: overridden,
      isLowestFirst: entry["strategy"]?.string == "lowest", developed: developed)
    switch entry["expect"]?["kind"]?.string {
    case "solution":
      expectation = .solution(
        Dictionary(uniqueKeysWithValues: Self.pairs(entry["expect"]?["packages"])))
    case "solvable": expectation = .solvable
    case "failure":
      let message = entry["expect"]?["message"]
      let texts = (message?.elements.compactMap(\.string) ?? []) + [message?.string ?? ""]
      expectation = .failure(message: texts.joined(separator: "\n"))
    default: return nil
    }
  }

  /// Names with texts, written as an object or as a list of pairs.
  private static func pairs(_ json: JSON?) -> [(String, String)] {
    (json?.members ?? []).map { ($0.key, $0.value.string ?? "") }
      + (json?.elements ?? []).compactMap { pair in
        guard let name = pair.elements.first?.string else { return nil }
        return (name, pair.elements.last?.string ?? "")
      }
  }
}

extension Scenario {
  /// Every scenario of every corpus in a folder; files of other forms are left alone.
  package static func load(folder: String) throws(JSON.Malformed) -> [Scenario] {
    var scenarios: [Scenario] = []
    for name in ["cocoapods", "dart_pub", "rubygems"] {
      guard let bytes = contents(ofFile: "\(folder)/resolver/\(name).json") else { continue }
      scenarios += try JSON(parsing: bytes)["scenarios"]?.elements.compactMap(Scenario.init) ?? []
    }
    return scenarios
  }

  /// The folder of the conformance data: what BOOTSTRAP_CONFORMANCE names, else the one beside
  /// the repository.
  package static func conformanceFolder() -> String {
    if let named = environment("BOOTSTRAP_CONFORMANCE") { return named }
    // Not a default argument, which would be the path of whoever calls.
    let file: String = #filePath
    let repository = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return repository.dropLast().joined(separator: "/") + "/shared/conformance"
  }
}
