import Corpora
import Diagnostics
import Filesystem
import Foundation
import Gems
import IndexWorlds
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Testing
import Versions
import Vocabulary

@testable import Locking

/// Real graphs of gems, with Bundler's solutions. The pages of the index go through the source and
/// the solver. The metadata is not read, because the gem files are not part of the data.
@Suite(.enabled(if: Corpora.has("gems"))) struct GemResolutionConformance {
  struct Question: Decodable {
    struct Root: Decodable {
      let name: String
      let requirement: [String]
    }
    struct Expected: Decodable { let versions: [String: String]? }
    struct Judge: Decodable {
      let rule: String
      let best_direct_combinations: [[String: String]]?
    }
    let id: String
    let group: String
    let roots: [Root]
    let ruby: String
    let platforms: [String]?
    let expected: Expected
    let judge: Judge
  }

  private struct Document: Decodable { let questions: [Question] }

  /// The case with a Bundler older than that of its Ruby. A tool runs with the Bundler of its Ruby,
  /// so the gem needs an earlier Ruby.
  private static let intendedDifferences = ["R177"]

  private static let platforms = [
    "x86_64-linux": "linux-x64", "x86_64-linux-gnu": "linux-x64", "aarch64-linux": "linux-arm64",
    "x86_64-linux-musl": "linux-x64-musl", "aarch64-linux-musl": "linux-arm64-musl",
    "x86_64-darwin": "macos-x64", "arm64-darwin": "macos-arm64", "x86_64-darwin-22": "macos-x64",
  ]

  /// Serves the pages, and for each case a gem that needs its roots.
  private func world(_ questions: [Question]) throws -> IndexWorld {
    let world = try IndexWorld()
    let folder = "\(Corpora.folder)/gems/info"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
      world.index.server.serve("/gems/info/\(name)", .file(bytes, type: "text/plain", etag: name))
    }
    for question in questions {
      let roots = question.roots.map { root in
        let clauses = root.requirement.flatMap { $0.split(separator: ",") }
          .map { $0.trimmingCharacters(in: .whitespaces) }
        return "\(root.name):\(clauses.isEmpty ? ">= 0" : clauses.joined(separator: "&"))"
      }
      let page = "---\n1 \(roots.joined(separator: ","))|\n"
      world.index.server.serve(
        "/gems/info/question-\(question.id)", .file(Array(page.utf8), type: "text/plain", etag: "1")
      )
    }
    for version in Set(questions.map(\.ruby)) {
      world.index.publish("ruby", version, for: SamplePlatform.allCases)
    }
    return world
  }

  /// Returns the chosen versions of all gems.
  private func versions(
    _ question: Question, on platforms: [String], in world: IndexWorld
  ) async throws -> [String: String] {
    let toolfile = """
      platforms \(platforms.map { "\"\($0)\"" }.joined(separator: ", "))
      tool "ruby", "\(question.ruby)", pypi: "ruby"
      tool "question", gem: "question-\(question.id)"
      """
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    let request = LockRequest(project, replacing: nil, updating: .nothing)
    let context = try await world.locking.prepare(request).context
    let choice = try await ReleaseContentPrefetcher.withPrefetcher(announcing: { _, _ in }) {
      (prefetcher) async throws(Problem) in
      var attempt = LockAttempt(context: context, PublisherComparison(request), prefetcher)
      return try await attempt.choice()
    }
    let parts = choice.tools.first { $0.tool.name.text == "question" }?.parts ?? [:]
    return Dictionary(
      uniqueKeysWithValues: parts.map { ($0.key.part?.text ?? "", $0.value.spelling) })
  }

  @Test func `graphs are those of Bundler`() async throws {
    let data = try Data(
      contentsOf: URL(fileURLWithPath: "\(Corpora.folder)/gems/resolution_dev.json"))
    let questions = try JSONDecoder().decode(Document.self, from: data).questions.filter {
      $0.group != "update"
    }
    let world = try world(questions)
    var count = 0
    for question in questions {
      let platforms = (question.platforms ?? []).compactMap { Self.platforms[$0] }
      guard platforms.count == question.platforms?.count else { continue }
      count += 1
      var found: [String: String]?
      var failure = ""
      do {
        found = try await versions(question, on: Set(platforms).sorted(), in: world)
      } catch {
        failure = "\(error)"
      }
      let isDifferent = Self.intendedDifferences.contains(question.id)
      switch question.judge.rule {
      case _ where isDifferent: #expect(found == nil, "\(question.id)")
      case "fail": #expect(found == nil, "\(question.id)")
      case "exact":
        #expect(
          found == question.expected.versions,
          "\(question.id) \(Self.difference(found, question.expected.versions)) \(failure)")
      case "trade-off":
        let isBest = question.judge.best_direct_combinations?.contains { best in
          best.allSatisfy { found?[$0.key] == $0.value }
        }
        #expect(isBest == true, "\(question.id) \(failure.prefix(300))")
      default:
        #expect(
          question.roots.allSatisfy {
            found?[$0.name] == question.expected.versions?[$0.name]
          }, "\(question.id) \(failure.prefix(300))")
      }
    }
    print("\(count) graphs of gems")
    #expect(count > 100)
  }

  private static func difference(
    _ found: [String: String]?, _ expected: [String: String]?
  ) -> String {
    let (found, expected) = (found ?? [:], expected ?? [:])
    return Set(found.keys).union(expected.keys).sorted().filter { found[$0] != expected[$0] }
      .map { "\($0): \(found[$0] ?? "-") instead of \(expected[$0] ?? "-")" }
      .joined(separator: ", ")
  }
}
