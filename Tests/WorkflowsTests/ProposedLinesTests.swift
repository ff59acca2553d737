import Manifests
import SourceKinds
import Testing
import ToolSources
import Vocabulary

@testable import Workflows

@Suite struct ProposedLinesTests {
  private func lines(_ tool: String, _ executables: [String]) throws -> ProposedLines {
    var lines = ProposedLines(
      tool: try #require(ToolName(tool)), source: "github", package: "acme/mytool")
    lines.executables = executables.compactMap { ExecutableName($0) }
    return lines
  }

  @Test(arguments: [
    "Checks #{all}", "\"", "\\", "a\nb", "\u{202E}evil", String(repeating: "long ", count: 2000),
    String(repeating: "x", count: 9000), "'; end\ndefine \"git\" do", "end", "", " ", "\u{0}",
  ])
  func `a proposal can always be read`(summary: String) throws {
    var lines = try lines("mytool", ["mytool"])
    lines.profile.summary = summary
    let definition = try lines.definition()
    #expect(definition.name.text == "mytool")
    #expect(definition.source.options.map(\.key) == ["github"])
    #expect(definition.summary?.isEmpty == false)
    #expect((definition.summary ?? "").count <= 120)
    #expect(try AppliedDefinition(definition, in: "x", .standard).package.value == "acme/mytool")
  }

  @Test(arguments: [
    ("Checks all.", "Checks all"), ("Checks all...", "Checks all..."), (".", "."),
    ("", "TODO: say in one line what mytool does"),
  ])
  func `the summary has the form of a definition`(stated: String, summary: String) throws {
    var lines = try lines("mytool", ["mytool"])
    lines.profile.summary = stated
    #expect(try lines.definition().summary == summary)
  }

  @Test(arguments: [
    ("ripgrep", ["rg"], ["rg"]), ("mytool", ["mytool"], []), ("node", ["npm", "npx"], []),
  ])
  func `the only program is an alias`(tool: String, executables: [String], aliases: [String]) throws
  {
    let definition = try lines(tool, executables).definition()
    #expect(definition.aliases == aliases)
    #expect(definition.executables.first?.value.map(\.name.text) == executables)
  }
}
