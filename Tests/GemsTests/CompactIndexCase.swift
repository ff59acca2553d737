import Corpora

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A test case for the index protocol, with Bundler's result and that of a strict reader.
struct CompactIndexCase: Decodable {
  struct Generator: Decodable {
    let prefix: String
    let `repeat`: String
    let times: Int
    let suffix: String
  }

  struct Reference: Decodable {
    let specs: [Specification]?
  }

  struct Specification: Decodable {
    let ok: Bool
    let version: String?
    let platform: String?
    let ruby: [String]?
    let rubygems: [String]?
    let dependencies: [[Field]]?
    let checksum_sha256: String?
  }

  /// A text, or a list of texts.
  enum Field: Decodable {
    case text(String)
    case list([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([String].self))
      }
    }
  }

  struct Expectation: Decodable {
    /// Whether a strict reader accepts the line: `true`, `false`, or an explanation.
    let accept: String
    let versions: [String]?

    private enum Key: CodingKey { case accept, versions }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      accept =
        (try? container.decode(Bool.self, forKey: .accept)).map { "\($0)" }
        ?? ((try? container.decode(String.self, forKey: .accept)) ?? "")
      versions = try container.decodeIfPresent([String].self, forKey: .versions)
    }
  }

  let id: String
  let kind: String
  let input: String?
  let input_base64: String?
  let input_generator: Generator?
  let reference: Reference?
  let own_expectation: Expectation?

  /// The bytes of the response.
  var bytes: [UInt8] {
    if let input { return Array(input.utf8) }
    if let encoded = input_base64 { return Array(Data(base64Encoded: encoded) ?? Data()) }
    guard let generator = input_generator else { return [] }
    let middle = String(repeating: generator.repeat, count: generator.times)
    return Array((generator.prefix + middle + generator.suffix).utf8)
  }

  /// Returns the cases of one kind.
  static func all<Case: Decodable>(_ kind: String) throws -> [Case] {
    let data = try Corpora.contents(of: "gems", "compact_index_cases.json")
    let decoder = JSONDecoder()
    if let key = Entry<Case>.key { decoder.userInfo[key] = kind }
    return try decoder.decode(File<Case>.self, from: data).cases.compactMap(\.value)
  }

  private struct File<Case: Decodable>: Decodable {
    let cases: [Entry<Case>]
  }

  /// A case, or `nil` if it is of another kind.
  private struct Entry<Case: Decodable>: Decodable {
    static var key: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "kind") }

    let value: Case?

    private enum Key: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
      let wanted = Self.key.flatMap { decoder.userInfo[$0] as? String }
      value = kind == wanted ? try Case(from: decoder) : nil
    }
  }
}
