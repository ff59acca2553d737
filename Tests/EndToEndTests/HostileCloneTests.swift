import Foundation
import Sandboxes
import Snapshots
import Testing

/// The hostile repositories under `Fixtures/EndToEnd/clones/`.
@Suite(.enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct HostileCloneTests {
  /// The file names of the clones.
  private static let names: [String] = {
    let folder = Snapshot.fixtures.appending(path: "EndToEnd/clones").path
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter { $0.hasSuffix(".clone") }.sorted()
  }()

  private static func snapshot(_ name: String) -> Snapshot { Snapshot("EndToEnd/clones/\(name)") }

  @Test(arguments: names) func `each hostile clone gets what it should`(name: String) async throws {
    let snapshot = Self.snapshot(name)
    let clone = HostileClone(parsing: try #require(snapshot.text))
    if clone.needsRoot, getuid() != 0 { return }
    snapshot.expect(try await clone.performed())
  }

  @Test func `the overview lists every clone`() throws {
    let columns = HostileClone.Action.allCases.map(\.rawValue)
    var rows = [["clone"] + columns.map { "`\($0)`" }, columns.map { _ in "---" } + ["---"]]
    for name in Self.names {
      let clone = HostileClone(parsing: try #require(Self.snapshot(name).text))
      #expect(clone.outcomes.count == columns.count)
      rows.append([clone.title] + clone.outcomes)
    }
    #expect(rows.count > 30)
    let table = rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    Self.snapshot("README.md").expect(
      "# Hostile clones\n\nWritten by `HostileCloneTests` from the files beside it.\n\n" + table)
  }
}
