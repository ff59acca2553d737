import Sandboxes
import Testing

/// Imports of so many tools that a Toolfile cannot have them all.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct LargeImportTests {
  @Test(arguments: [["init"], ["import", "aqua.yaml"]])
  func `are refused before anything is written`(_ words: [String]) async throws {
    let packages = (0..<20_000).map { "- name: owner-of-tools-\($0)/repository\($0)@v1.2.3\n" }
    try sandbox.write("large/aqua.yaml", "packages:\n" + packages.joined())
    let outcome = try await sandbox.run(["bootstrap"] + words, in: "large")
    #expect(outcome.exitCode == 73)
    #expect(outcome.standardError.contains("Toolfile would be larger than 1 MiB"))
    let listing = try await sandbox.run(["ls"], in: "large")
    expect(listing, output: "aqua.yaml")
  }
}
