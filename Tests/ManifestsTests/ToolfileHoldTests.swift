import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct ToolfileHoldTests {
  private func toolfile(_ text: String) throws -> Toolfile {
    try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
  }

  private func ruff() throws -> ToolName { try #require(ToolName("ruff")) }

  /// Statements, each with its form while the tool is held at 1.2.
  static let statements = [
    (
      #"tool "ruff", "~> 1.0"  # the linter"#,
      "# held at 1.2 (was \"~> 1.0\")\ntool \"ruff\", \"1.2\"  # the linter"
    ),
    (#"tool "ruff""#, "# held at 1.2 (was any)\ntool \"ruff\", \"1.2\""),
    (#"tool "ruff", "1.2""#, "# held at 1.2 (was \"1.2\")\ntool \"ruff\", \"1.2\""),
    (
      #"tool 'ruff', '>= 1', "< 2", pypi: "ruff""#,
      "# held at 1.2 (was \">= 1\", \"< 2\")\ntool 'ruff', '1.2', pypi: \"ruff\""
    ),
    (
      "group :lint do\n  # a comment\n  tool \"ruff\",\n    \"~> 1.1\"\nend",
      "group :lint do\n  # a comment\n  # held at 1.2 (was \"~> 1.1\")\n  tool \"ruff\",\n"
        + "    \"1.2\"\nend"
    ),
  ]

  @Test(arguments: statements)
  func `removing a hold restores the statement`(_ written: String, _ held: String) throws {
    var editor = ToolfileEditor(try toolfile(written + "\n"))
    try editor.hold(try ruff(), at: "1.2", because: nil)
    #expect(String(decoding: editor.toolfile.bytes, as: UTF8.self) == held + "\n")
    let hold = try #require(editor.toolfile.hold(of: try ruff()))
    #expect(hold.version == "1.2")
    #expect(hold.reason == nil)
    #expect(hold.former == (try toolfile(written + "\n"))[try ruff()]?.requirement.value)
    try editor.removeHold(on: try ruff())
    // Mixed quotes of the former strings are not restored.
    let restored = written.replacing(#"'>= 1', "< 2""#, with: "'>= 1', '< 2'")
    #expect(String(decoding: editor.toolfile.bytes, as: UTF8.self) == restored + "\n")
  }

  @Test func `holding again keeps the requirement from before, and takes the new reason`() throws {
    var editor = ToolfileEditor(try toolfile("tool \"ruff\", \"~> 1.0\"\r\n"))
    try editor.hold(try ruff(), at: "1.2", because: "one: two")
    try editor.hold(try ruff(), at: "1.3", because: "three")
    #expect(
      String(decoding: editor.toolfile.bytes, as: UTF8.self)
        == "# held at 1.3 (was \"~> 1.0\"): three\r\ntool \"ruff\", \"1.3\"\r\n")
    #expect(editor.toolfile.holds.map(\.reason) == ["three"])
    #expect(editor.toolfile.holds.map(\.comment.number) == [1])
  }

  @Test(arguments: [
    "# held at 1.2 (was any)\ntool \"ruff\", \"1.3\"\n",
    "# held at 1.2 (was any)\ntool \"ruff\", \"~> 1.2\"\n",
    "# held at 1.2\ntool \"ruff\", \"1.2\"\n",
    "# held at 1.2 (was ~> 1)\ntool \"ruff\", \"1.2\"\n",
    "# held at 1.2 (was any)\n\ntool \"ruff\", \"1.2\"\n",
    "tool \"ninja\" # held at 1.2 (was any)\ntool \"ruff\", \"1.2\"\n",
  ])
  func `a comment that the statement contradicts holds nothing`(text: String) throws {
    #expect(try toolfile(text).holds.isEmpty)
  }

  @Test(arguments: ["1.2", "1.3"])
  func `another requirement and a removal take the comment away`(required: String) throws {
    let text = "# held at 1.2 (was any)\ntool \"ruff\", \"\(required)\"\ntool \"uv\", \"1.2\"\n"
    var editor = ToolfileEditor(try toolfile(text))
    try editor.setRequirement(of: try ruff(), to: Requirement(parsing: ["~> 1.4"]))
    #expect(
      String(decoding: editor.toolfile.bytes, as: UTF8.self)
        == "tool \"ruff\", \"~> 1.4\"\ntool \"uv\", \"1.2\"\n")
    editor = ToolfileEditor(try toolfile(text))
    try editor.remove(try ruff())
    #expect(String(decoding: editor.toolfile.bytes, as: UTF8.self) == "tool \"uv\", \"1.2\"\n")
  }
}
