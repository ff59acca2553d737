import Foundation
import Sandboxes
import Snapshots
import Testing

/// The transcripts under `Fixtures/EndToEnd/`, each performed in a separate sandbox.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct TranscriptTests {
  /// The paths of the transcripts, relative to `Fixtures/EndToEnd/`.
  static let names: [String] = {
    let folder = Snapshot.fixtures.appendingPathComponent("EndToEnd").path
    let entries = FileManager.default.enumerator(atPath: folder).map(Array.init) ?? []
    return entries.compactMap { $0 as? String }.filter { $0.hasSuffix(".transcript") }.sorted()
  }()

  @Test(arguments: names) func `each transcript is reproduced`(name: String) async throws {
    let snapshot = Snapshot("EndToEnd/\(name)")
    let transcript = Transcript(parsing: try #require(snapshot.text))
    snapshot.expect(try await transcript.performed(in: sandbox).text)
  }

  @Test func `at least one transcript exists`() {
    #expect(!Self.names.isEmpty)
  }
}
