import Foundation
import Sandboxes
import Snapshots
import Testing

/// The transcripts under `Fixtures/EndToEnd/`, each performed in a separate sandbox.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct TranscriptTests {
  /// The paths of the transcripts, relative to `Fixtures/EndToEnd/`: all of them, or those that
  /// contain `BOOTSTRAP_TRANSCRIPT`, while one is being written. Transcripts with a policy need
  /// mounts (``PolicyTests`` reports if they are left out).
  static let names: [String] = {
    let folder = Snapshot.fixtures.appendingPathComponent("EndToEnd").path
    let entries = FileManager.default.enumerator(atPath: folder).map(Array.init) ?? []
    let names = entries.compactMap { $0 as? String }.filter { $0.hasSuffix(".transcript") }
    let part = ProcessInfo.processInfo.environment["BOOTSTRAP_TRANSCRIPT"] ?? ".transcript"
    return names.filter { $0.contains(part) }
      .filter { !$0.hasPrefix("policy/") || MountNamespace.isAvailable }.sorted()
  }()

  @Test(arguments: names) func `each transcript is reproduced`(name: String) async throws {
    let snapshot = Snapshot("EndToEnd/\(name)")
    let transcript = Transcript(parsing: try #require(snapshot.text))
    let performed = try await transcript.performed(
      in: sandbox, following: { try await follow($0) },
      advised: Self.advised[name] ?? [], advising: { try await expectHelp(after: $0) })
    snapshot.expect(performed.text)
  }

  /// The positions of the failed commands whose advice is followed, by transcript: for each advised
  /// command, the first failure that advises it and is not marked as unhelpful.
  private static let advised: [String: Set<Int>] = {
    var known: Set<String> = []
    var positions: [String: Set<Int>] = [:]
    for name in names {
      guard let text = Snapshot("EndToEnd/\(name)").text else { continue }
      for failure in Transcript(parsing: text).recordedFailures
      where known.insert(failure.advice).inserted {
        positions[name, default: []].insert(failure.position)
      }
    }
    return positions
  }()

  /// Expects that one of the commands advised by a failure, or by the failure of its advice,
  /// succeeds.
  private func expectHelp(after failure: Transcript.Failure) async throws {
    guard let walk = try await walk(from: failure) else { return }
    #expect(walk.succeeded, "does not help:\n\(failure.message)\(walk.log)")
  }

  /// The commands that were run because messages advise them.
  private struct Walk {
    /// The last command.
    var command: String
    /// Whether the last command succeeded.
    var endsWell = false
    /// Whether any of the commands succeeded.
    var succeeded = false
    /// The commands, with their standard error.
    var log = ""
  }

  /// Runs the first command that the message of a failure advises, as a user would paste it. If
  /// that command fails, runs what its message advises, up to three commands in all. Returns `nil`
  /// if there is no advice, or if it leads to a help page.
  private func walk(from failure: Transcript.Failure) async throws -> Walk? {
    guard let first = failure.advice.first else { return nil }
    // The message names the sandbox's folders by these variables.
    let variables = ["PROJECT": sandbox.path("."), "ROOT": sandbox.path("$ROOT")]
    var walk = Walk(command: first)
    for _ in 0..<3 {
      if walk.command.hasPrefix("bootstrap help") { return nil }
      // In a terminal, the user would say yes.
      if walk.command.hasSuffix(" trust") {
        walk.command = "BOOTSTRAP_TRUST=$(\(walk.command) --digest) \(walk.command)"
      }
      let advised = try await sandbox.run(
        ["sh", "-c", walk.command], in: failure.folder, environment: variables)
      walk.log += "$ \(walk.command)\n\(advised.standardError)"
      #expect(advised.ending != .exit(64), "\(walk.log)")
      walk.endsWell = advised.ending == .exit(0)
      if walk.endsWell { walk.succeeded = true }
      if walk.endsWell, walk.command == first { break }
      if walk.endsWell {
        walk.command = first
        continue
      }
      let next = Transcript.Failure(
        folder: failure.folder, words: [], ending: advised.ending, message: advised.standardError)
      guard let other = next.advice.first else { break }
      walk.command = other
    }
    return walk
  }

  /// Follows the advice of a failure. Expects that the failed command then has another result, or
  /// that the advice, a correction of this command, succeeds.
  private func follow(_ failure: Transcript.Failure) async throws {
    guard let walk = try await walk(from: failure) else { return }
    if walk.endsWell, failure.isCorrected(by: walk.command) { return }
    let again = try await sandbox.run(failure.words, in: failure.folder)
    #expect(
      again.ending != failure.ending || again.standardError != failure.message,
      "does not help:\n\(walk.log)\(again.standardError)")
  }

  @Test func `at least one transcript exists`() {
    #expect(!Self.names.isEmpty)
  }
}
