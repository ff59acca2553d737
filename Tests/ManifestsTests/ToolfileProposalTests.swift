import Manifests
import Testing
import Versions
import Vocabulary

/// Lines that messages propose. Each keeps what else the statement says.
@Suite struct ToolfileProposalTests {
  private func toolfile(_ text: String) throws -> Toolfile {
    try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
  }

  @Test(arguments: [
    ("tool \"a\"", "tool \"a\", \">= 2\""),
    ("tool \"a\", \"< 1\", executables: [\"b\"]", "tool \"a\", \">= 2\", executables: [\"b\"]"),
    ("tool \"a\", version: \"< 1\"", "tool \"a\", version: \">= 2\""),
    ("tool 'a',  '< 1'", "tool 'a',  '>= 2'"),
    (
      "tool \"a\", # the # of a\n  \"> 0\",\n  \"< 1\", executables: [\"b#c\", # odd\n    \"d\"]",
      "tool \"a\", \">= 2\", executables: [\"b#c\", \"d\"]"
    ),
    ("group :ci do\n  tool \"a\", \"< 1\"\nend", "tool \"a\", \">= 2\""),
  ])
  func `a requirement replaces the one of the statement`(text: String, line: String) throws {
    let tool = try #require(ToolName("a"))
    let requirement = try Requirement(parsing: [">= 2"])
    let proposal = try #require(try toolfile(text).proposing(requirement, of: tool))
    #expect(proposal.line == line)
    #expect(proposal.toolfile[tool]?.requirement.value == requirement)
  }

  @Test func `a limit follows the other options`() throws {
    let tool = try #require(ToolName("a"))
    let text = "tool \"a\",\n  \"< 1\", # why\n  cooldown: \"1d\""
    let proposal = try #require(try toolfile(text).proposing([.linuxX64], of: tool))
    #expect(proposal.line == "tool \"a\", \"< 1\", cooldown: \"1d\", platforms: [\"linux-x64\"]")
    #expect(proposal.toolfile[tool]?.platforms == [.linuxX64])
    let other = try #require(try toolfile(proposal.line).proposing([.macosArm64], of: tool))
    #expect(other.line == "tool \"a\", \"< 1\", cooldown: \"1d\", platforms: [\"macos-arm64\"]")
  }

  @Test func `a tool that is not declared has no statement to change`() throws {
    let tool = try #require(ToolName("b"))
    #expect(try toolfile("tool \"a\"").proposing(.any, of: tool) == nil)
    #expect(try toolfile("tool \"a\"").proposing([.linuxX64], of: tool) == nil)
  }
}
