/// A scenario in the JSON format of the corpora.
struct ScenarioEntry: Decodable {
  /// The contents of a file of scenarios.
  struct Corpus: Decodable {
    let scenarios: [ScenarioEntry]
  }

  /// The project whose requirements are resolved.
  struct Root: Decodable {
    let name: String?
    let version: String?
    let needs: Pairs
    let developmentNeeds: Pairs?
    let overrides: [String: String]?

    private enum CodingKeys: String, CodingKey {
      case name, version, overrides
      case needs = "deps"
      case developmentNeeds = "dev_deps"
    }
  }

  /// A release of a package.
  struct Row: Decodable, Sendable {
    let version: String
    let needs: [String: String]
    let developmentNeeds: [String: String]?
    let platform: String?
    let source: String?

    private enum CodingKeys: String, CodingKey {
      case version, platform, source
      case needs = "deps"
      case developmentNeeds = "dev_deps"
    }
  }

  /// The expected outcome. The kind (`solution`, `solvable`, or `failure`) determines which of the
  /// other properties apply.
  struct Expectation: Decodable {
    let kind: String
    let packages: [String: String]?
    let message: Texts?
  }

  /// Names with texts, encoded as a list of pairs or as an object. The members of an object are
  /// sorted by name.
  struct Pairs: Decodable {
    let list: [(name: String, text: String)]

    init(from decoder: any Decoder) throws {
      if let object = try? [String: String](from: decoder) {
        list = object.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      } else {
        list = try [[String]](from: decoder).map { ($0[0], $0[1]) }
      }
    }
  }

  /// A list of texts, encoded as a list or as a single text.
  struct Texts: Decodable {
    let list: [String]

    init(from decoder: any Decoder) throws {
      list = try (try? [String](from: decoder)) ?? [String(from: decoder)]
    }
  }

  let id: String
  /// The name of the syntax of versions and requirements.
  let syntax: String

  /// The syntax of versions and requirements, or `nil` if it is unknown.
  var dialect: Dialect? { Dialect(rawValue: syntax) }

  let judge: String
  let tags: Set<String>
  let root: Root
  let locked: [String: String]
  let packages: [String: [Row]]
  let platforms: [String]?
  let strategy: String
  let expectation: Expectation

  private enum CodingKeys: String, CodingKey {
    case id, judge, tags, root, locked, packages, platforms, strategy
    case syntax = "constraint_syntax"
    case expectation = "expect"
  }
}
