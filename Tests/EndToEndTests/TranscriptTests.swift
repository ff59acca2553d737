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
      in: sandbox, following: { try await follow($0, of: name) },
      advised: Self.advised[name] ?? [], advising: { try await expectHelp(after: $0) })
    snapshot.expect(performed.text)
  }

  /// The positions of the commands whose advice is followed to its end, by transcript: for each
  /// command that a message advises, the first failure that shows it and is not marked as
  /// unhelpful.
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

  /// Runs the command that the message of a failure advises. If that fails, runs the command that
  /// its message advises, up to three commands in all. Expects the last one to succeed.
  private func expectHelp(after failure: Transcript.Failure) async throws {
    var next: Transcript.Failure? = failure
    var log = "\(failure.words.joined(separator: " "))\n\(failure.message)"
    for _ in 0..<3 {
      guard let current = next, var command = current.advice.first else { break }
      if command.hasPrefix("bootstrap help") { return }
      if command.hasSuffix(" trust") {
        command = "BOOTSTRAP_TRUST=$(\(command) --digest) \(command)"
      }
      let outcome = try await sandbox.run(
        ["sh", "-c", command], in: failure.folder,
        environment: ["PROJECT": sandbox.path("."), "ROOT": sandbox.path("$ROOT")])
      if outcome.ending == .exit(0) { return }
      log += "$ \(command)\n\(outcome.standardError)"
      next = Transcript.Failure(
        folder: failure.folder, words: [], ending: outcome.ending, message: outcome.standardError)
    }
    Issue.record("does not help:\n\(log)")
  }

  /// The transcripts that end with advice that cannot help in their sandbox, with the reason.
  private static let exceptions = [
    "conflicts/timeout.transcript": "a longer search finds nothing either",
    "exec/not-installed.transcript": "there is no index",
    "install/frozen.transcript": "the index lacks a platform that the new Toolfile names",
    "lock/known-version.transcript": "the index does not answer",
    "manifests/conflict-in-both.transcript": "the lock has other errors, too",
    "manifests/lock-errors.transcript": "the lock has other errors, too",
    "pins/installed-for-a-lock.transcript": "the index has other programs",
    "pins/variable.transcript": "the source is not served",
    "versions/whence.transcript": "the index lacks the version",
  ]

  /// Runs the first command that the message of a failure advises, as a user would paste it, and
  /// what its own failure advises, up to three in all. Expects that the failed command then has
  /// another result, or that the advice, a correction of this command, succeeds.
  private func follow(_ failure: Transcript.Failure, of name: String) async throws {
    guard Self.exceptions[name] == nil, let first = failure.advice.first else { return }
    var command = first
    // The message names the sandbox's folders by these variables.
    let variables = ["PROJECT": sandbox.path("."), "ROOT": sandbox.path("$ROOT")]
    var log = ""
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
    let isCorrection =
      command.split(separator: " ").prefix(2).map(String.init) == Array(failure.words.prefix(2))
    if isSuccessful, isCorrection { return }
    let again = try await sandbox.run(failure.words, in: failure.folder)
    #expect(
      again.ending != failure.ending || again.standardError != failure.message,
      "does not help:\n\(log)\(again.standardError)")
  }

  @Test func `at least one transcript exists`() {
    #expect(!Self.names.isEmpty)
  }
}
