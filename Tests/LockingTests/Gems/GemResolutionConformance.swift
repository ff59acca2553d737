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
@Suite(.enabled(if: Corpora.has("gems"), "the data about gems is not at hand"))
struct GemResolutionConformance {
  private typealias Answer = Result<[String: String], Problem>

  /// The case with a Bundler older than that of its Ruby. A tool runs with the Bundler of its Ruby,
  /// so the gem needs an earlier Ruby.
  private static let olderBundler = "R177"

  private static let platforms = [
    "x86_64-linux": "linux-x64", "x86_64-linux-gnu": "linux-x64", "aarch64-linux": "linux-arm64",
    "x86_64-linux-musl": "linux-x64-musl", "aarch64-linux-musl": "linux-arm64-musl",
    "x86_64-darwin": "macos-x64", "arm64-darwin": "macos-arm64", "x86_64-darwin-22": "macos-x64",
  ]

  private let questions: [GemQuestion]
  private let gems: Set<String>
  private let world: IndexWorld

  /// Serves the pages, and for each question a gem that needs its roots.
  init() throws {
    questions = try GemQuestion.all()
    world = try IndexWorld()
    let folder = "\(Corpora.folder)/gems/info"
    gems = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    for name in gems {
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
        "/gems/info/\(question.gem)", .file(Array(page.utf8), type: "text/plain", etag: "1"))
    }
    for version in Set(questions.map(\.ruby)) {
      world.index.publish("ruby", version, for: SamplePlatform.allCases)
    }
  }

  @Test func `graphs are those of Bundler`() async throws {
    var count = 0
    var others: [String] = []
    for question in questions where question.group != "update" {
      guard let platforms = platforms(of: question) else {
        others.append(question.id)
        continue
      }
      count += 1
      check(question, await answer(to: question, on: platforms, nil))
    }
    print("\(count) graphs of gems, without those for other platforms:", others)
    #expect(count > 100)
  }

  @Test func `updates move what those of Bundler move`() async throws {
    var count = 0
    var refused: [String] = []
    for question in questions where question.group == "update" {
      let update = try #require(try GemUpdateQuestion(question))
      if !update.unknown.isEmpty {
        // A command refuses the name of a tool that the lock lacks, before it locks.
        #expect(question.judge.rule == "fail", "\(question.id)")
        refused.append(question.id)
        continue
      }
      count += 1
      check(question, await answer(to: question, on: ["linux-x64"], update))
    }
    print("\(count) updates of gems, without those of unknown gems:", refused)
    #expect(count >= 14)
  }

  private func platforms(of question: GemQuestion) -> [String]? {
    let platforms = (question.platforms ?? []).compactMap { Self.platforms[$0] }
    return platforms.count == question.platforms?.count ? Set(platforms).sorted() : nil
  }

  /// Returns the chosen versions of all gems.
  private func answer(
    to question: GemQuestion, on platforms: [String], _ update: GemUpdateQuestion?
  ) async -> Answer {
    do {
      let name = try #require(ToolName("question"))
      let toolfile = """
        platforms \(platforms.map { "\"\($0)\"" }.joined(separator: ", "))
        tool "ruby", "\(question.ruby)", pypi: "ruby"
        tool "question", gem: "\(question.gem)"
        """
      try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
      let bundlerLock = GemUpdateQuestion.bundlerLock(of: question) ?? ""
      try world.path.appending("Gemfile.lock").replaceContents(with: Array(bundlerLock.utf8))
      let project = try Project.load(world.path) { $0.lastComponent }
      let request = LockRequest(project, replacing: nil, updating: .nothing)
      var context = try await world.locking.prepare(request).context
      update?.apply(to: &context, name)
      let prepared = context
      let choice = try await ReleaseContentPrefetcher.withPrefetcher(announcing: { _, _ in }) {
        (prefetcher) async throws(Problem) in
        var attempt = LockAttempt(context: prepared, PublisherComparison(request), prefetcher)
        return try await attempt.choice()
      }
      let parts = choice.tools.first { $0.tool.name == name }?.parts ?? [:]
      return .success(
        Dictionary(
          uniqueKeysWithValues: parts.map { ($0.key.part?.text ?? "", $0.value.spelling) }))
    } catch let problem as Problem {
      return .failure(problem)
    } catch {
      Issue.record(error)
      return .success([:])
    }
  }

  private func check(_ question: GemQuestion, _ answer: Answer) {
    let found = try? answer.get()
    let id = Comment(rawValue: question.id)
    switch question.judge.rule {
    case _ where question.id == Self.olderBundler:
      checkNames(["bundler", "ruby"], in: answer, id)
    case "fail": checkNames(question.namesInExplanation(knowing: gems), in: answer, id)
    case "exact":
      let difference = Self.difference(found, question.expected.versions)
      #expect(difference.isEmpty, "\(question.id) \(difference) \(Self.text(answer).prefix(300))")
    case "trade-off":
      let isBest = question.judge.best_direct_combinations?.contains { best in
        best.allSatisfy { found?[$0.key] == $0.value }
      }
      #expect(isBest == true, "\(question.id) \(Self.text(answer).prefix(300))")
    default:
      #expect(
        question.roots.allSatisfy { found?[$0.name] == question.expected.versions?[$0.name] },
        "\(question.id) \(Self.text(answer).prefix(300))")
    }
  }

  /// Checks that there is no answer, and that the explanation mentions `names`.
  private func checkNames(_ names: Set<String>, in answer: Answer, _ id: Comment) {
    guard case .failure = answer else {
      Issue.record("\(id) has an answer")
      return
    }
    let text = Self.text(answer)
    let missing = names.filter { !text.contains($0) }
    #expect(missing.isEmpty, "\(id) \(text)")
    #expect(!names.isEmpty, id)
  }

  /// The explanation of a failure with all that it mentions.
  private static func text(_ answer: Answer) -> String {
    guard case .failure(let problem) = answer else { return "" }
    if case .project(.lock(.conflict(let conflict))) = problem {
      return "\(Array(conflict.explanation)) \(conflict.hints)"
    }
    return "\(problem)"
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
