import Corpora
import Foundation

/// A question with the answer of Bundler. The fields have the names of the data.
struct GemQuestion: Decodable, Sendable {
  struct Root: Decodable, Hashable, Sendable {
    let name: String
    let requirement: [String]
  }

  struct Expected: Decodable, Sendable {
    let versions: [String: String]?
    let bundler_text: String?
  }

  struct Judge: Decodable, Sendable {
    let rule: String
    let best_direct_combinations: [[String: String]]?
  }

  /// All files of questions: those at hand, and those that were held back, if they are there.
  private struct Document: Decodable {
    let previous_locks: [String: String]?
    let questions: [GemQuestion]
  }

  let id: String
  let group: String
  let roots: [Root]
  let ruby: String
  let platforms: [String]?
  let previous_lock: String?
  let previous_roots: [Root]?
  let arguments: [String]?
  let expected: Expected
  let judge: Judge
  /// The lock of Bundler to update.
  private(set) var bundlerLock: String?

  private enum CodingKeys: CodingKey {
    case id, group, roots, ruby, platforms, previous_lock, previous_roots, arguments, expected
    case judge
  }

  /// The questions of all files of the data, in their order.
  static func all() throws -> [GemQuestion] {
    let folder = URL(fileURLWithPath: "\(Corpora.folder)/gems")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix("resolution") && $0.hasSuffix(".json")
    }
    return try names.sorted().flatMap { name in
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      let document = try JSONDecoder().decode(Document.self, from: data)
      return document.questions.map { question in
        var question = question
        question.bundlerLock = question.previous_lock.flatMap { document.previous_locks?[$0] }
        return question
      }
    }
  }

  /// The gem whose only version needs the roots.
  var gem: String { "question-\(id)" }

  /// The names of gems that Bundler's explanation contains. Its lists of versions are not part of
  /// it.
  func namesInExplanation(knowing known: Set<String>) -> Set<String> {
    let lines = (expected.bundler_text ?? "").split(separator: "\n")
    let words = lines.prefix { !$0.hasPrefix("The source contains") }.flatMap {
      $0.split { " ',".contains($0) }.map(String.init)
    }
    let names = Set(words.filter { known.contains($0) || roots.map(\.name).contains($0) })
    return words.contains("Ruby") ? names.union(["ruby"]) : names
  }
}
