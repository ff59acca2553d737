import Diagnostics
import Filesystem
import Foundation
import Sandboxes
import Synchronization
import Testing
import Vocabulary

@testable import Terminal

/// The proofs of conflicts, which may be too long to be printed.
@Suite struct ConflictMessagesTests {
  /// A conflict whose proof counts the parts of it that are read.
  private struct LongProof {
    let conflict: VersionConflict
    private let reads: Counter

    /// The number of lines and nodes that were read so far.
    var readCount: Int { reads.value.withLock { $0 } }

    private final class Counter: Sendable {
      let value = Mutex(0)
    }

    init(count: Int) {
      let reads = Counter()
      self.reads = reads
      let versions = (0..<100).map { ">= \($0).0, < \($0).1" }.joined(separator: " or ")
      conflict = VersionConflict(
        tools: [ToolName("app")].compactMap(\.self),
        explanation: ComputedList(count: count) { index in
          reads.value.withLock { $0 += 1 }
          return VersionConflict.Line(
            opening: .because,
            premises: [
              .needs(
                .one(tool: "app", version: "\(index)"),
                .init(tool: "lib", requirement: "= \(index)"), place: nil)
            ], conclusion: .unavailable(.one(tool: "app", version: "\(index)")), number: nil)
        },
        rowCount: 3 * count - 1, hints: [],
        derivation: ComputedList(count: count) { index in
          reads.value.withLock { $0 += 1 }
          return VersionConflict.Node(
            kind: .derived,
            terms: [.init(tool: "lib", versions: versions, isPositive: index.isMultiple(of: 2))],
            origin: nil, causes: index > 1 ? [index - 2, index - 1] : [])
        })
    }
  }

  private func members(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func json(of conflict: VersionConflict) throws -> [String: Any] {
    try members(JSON.object(conflict.message.members).text)
  }

  @Test func `JSON contains a short proof as a whole`() throws {
    let members = try json(of: LongProof(count: 100).conflict)
    #expect((members["explanation"] as? [String])?.count == 299)
    #expect((members["derivation"] as? [Any])?.count == 100)
    #expect(members["left_out"] == nil)
  }

  @Test func `of a long proof, JSON contains both ends and how much is left out`() throws {
    let proof = LongProof(count: 50_000_000)
    let text = JSON.object(proof.conflict.message.members).text
    #expect(text.utf8.count < 2_000_000)
    // Nothing between the ends is read, so that neither time nor memory depends on the proof.
    #expect(proof.readCount < 100_000)
    let members = try members(text)
    let rows = try #require(members["explanation"] as? [String])
    let nodes = try #require(members["derivation"] as? [[String: Any]])
    let leftOut = try #require(members["left_out"] as? [String: Int])
    #expect(leftOut["derivation"] == 50_000_000 - nodes.count)
    #expect(leftOut["explanation"] == 149_999_999 - (rows.count - 1))
    #expect(nodes.first?["id"] as? Int == 0)
    #expect(nodes.last?["id"] as? Int == 49_999_999)
    #expect(rows.filter { $0.hasPrefix("…") }.count == 1)
  }

  @Test func `text names the command that writes the whole proof`() throws {
    var conflict = LongProof(count: 1000).conflict
    #expect(conflict.message.detailLines.contains("  … 2958 more lines"))
    conflict.wholeProof = ["bootstrap", "lock", "--explanation", "FILE"]
    #expect(
      conflict.message.detailLines.contains(
        "  … 2958 more lines; to see all, run `bootstrap lock --explanation FILE`"))
  }

  @Test func `a file contains the whole proof, and each condition once`() throws {
    let proof = LongProof(count: 5000)
    let folder = try TemporaryDirectory()
    let path = folder.path.appending("proof.json")
    let console = Console(
      verbosity: .normal, isJSON: false, color: .never, environment: Environment([:]))
    try ExplanationFile(path).write([proof.conflict], console)
    let text = String(decoding: try path.contents(limit: 10_000_000), as: UTF8.self)
    let conflicts = try #require(try members(text)["conflicts"] as? [[String: Any]])
    let conflict = try #require(conflicts.first)
    #expect(conflict["tools"] as? [String] == ["app"])
    #expect((conflict["explanation"] as? [String])?.count == 14_999)
    let nodes = try #require(conflict["derivation"] as? [[String: Any]])
    #expect(nodes.map { $0["conditions"] as? [Int] } == (0..<5000).map { [$0 % 2] })
    let conditions = try #require(conflict["conditions"] as? [[String: Any]])
    #expect(conditions.map { $0["chosen"] as? Bool } == [true, false])
  }
}
