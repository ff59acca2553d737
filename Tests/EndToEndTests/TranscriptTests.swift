import Foundation
import Sandboxes
import Snapshots
import Testing

/// The transcripts under `Fixtures/EndToEnd/`, each performed in a separate sandbox.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct TranscriptTests {
  /// The paths of the transcripts, relative to `Fixtures/EndToEnd/`: all of them, or those that
  /// contain `BOOTSTRAP_TRANSCRIPT`, while one is being written.
  static let names: [String] = {
    let folder = Snapshot.fixtures.appendingPathComponent("EndToEnd").path
    let entries = FileManager.default.enumerator(atPath: folder).map(Array.init) ?? []
    let names = entries.compactMap { $0 as? String }.filter { $0.hasSuffix(".transcript") }
    let part = ProcessInfo.processInfo.environment["BOOTSTRAP_TRANSCRIPT"] ?? ".transcript"
    return names.filter { $0.contains(part) }.sorted()
  }()

  @Test(arguments: names) func `each transcript is reproduced`(name: String) async throws {
    let snapshot = Snapshot("EndToEnd/\(name)")
    let transcript = Transcript(parsing: try #require(snapshot.text))
    let performed = try await transcript.performed(
      in: sandbox, advised: Self.advised[name] ?? [], following: { try await follow($0) })
    snapshot.expect(performed.text)
  }

  /// The positions of the failures whose advice is followed, by transcript: the first failure that
  /// shows each advised command, and the last failure of each transcript.
  private static let advised: [String: Set<Int>] = {
    var known: Set<String> = []
    var positions: [String: Set<Int>] = [:]
    for name in names {
      guard let text = Snapshot("EndToEnd/\(name)").text else { continue }
      let failures = Transcript(parsing: text).recordedFailures
      let shown = failures.filter { known.insert($0.advice).inserted } + failures.suffix(1)
      positions[name] = Set(shown.map(\.position))
    }
    return positions
  }()

  /// Runs the first command that the message of a failure advises, as a user would paste it, and
  /// what its own failure advises, up to three commands in all. Expects that the failed command
  /// then has another result, or that the advice, a correction of this command, succeeds.
  private func follow(_ failure: Transcript.Failure) async throws {
    guard let first = failure.advice.first else { return }
    var command = first
    // The message names the sandbox's folders by these variables.
    let variables = ["PROJECT": sandbox.path("."), "ROOT": sandbox.path("$ROOT")]
    var log = "$ \(failure.words.joined(separator: " "))\n\(failure.message)"
    var isSuccessful = false
    for _ in 0..<3 {
      if command.hasPrefix("bootstrap help") { return }
      // In a terminal, the user would say yes.
      if command.hasSuffix(" trust") {
        command = "BOOTSTRAP_TRUST=$(\(command) --digest) \(command)"
      }
      let advised = try await sandbox.run(
        ["sh", "-c", command], in: failure.folder, environment: variables)
      log += "$ \(command)\n\(advised.standardError)"
      #expect(advised.ending != .exit(64), "\(log)")
      isSuccessful = advised.ending == .exit(0)
      if isSuccessful, command == first { break }
      if isSuccessful {
        command = first
        continue
      }
      let next = Transcript.Failure(
        folder: failure.folder, words: [], ending: advised.ending, message: advised.standardError)
      guard let other = next.advice.first else { break }
      command = other
    }
    if isSuccessful, failure.isCorrected(by: command) { return }
    let again = try await sandbox.run(failure.words, in: failure.folder)
    #expect(
      again.ending != failure.ending || again.standardError != failure.message,
      "does not help:\n\(log)\(again.standardError)")
  }

  @Test func `at least one transcript exists`() {
    #expect(!Self.names.isEmpty)
  }
}
