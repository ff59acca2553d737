import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct ToolfileEditorTests {
  private func editor(_ text: String) throws -> ToolfileEditor {
    ToolfileEditor(try Toolfile(parsing: Array(text.utf8), path: "Toolfile"))
  }

  private func edited(
    _ text: String, _ edit: (inout ToolfileEditor) throws -> Void
  ) throws -> String {
    var editor = try editor(text)
    try edit(&editor)
    return String(decoding: editor.toolfile.bytes, as: UTF8.self)
  }

  private func tool(
    _ name: String, _ requirement: String = "~> 1.4", options: [Toolfile.MapEntry] = []
  ) throws -> NewTool {
    NewTool(
      try #require(ToolName(name)), try Requirement(parsing: [requirement]), options: options)
  }

  @Test(arguments: [
    ("", "tool \"new\", \"~> 1.4\"\n"),
    ("# none yet\n", "# none yet\ntool \"new\", \"~> 1.4\"\n"),
    ("tool 'b'", "tool 'b'\ntool 'new', '~> 1.4'"),
    ("\u{FEFF}tool \"b\"\r\n", "\u{FEFF}tool \"b\"\r\ntool \"new\", \"~> 1.4\"\r\n"),
    (
      "tool \"b\",\n  \"1\" # why\n\n# end\n",
      "tool \"b\",\n  \"1\" # why\ntool \"new\", \"~> 1.4\"\n\n# end\n"
    ),
    (
      "tool \"b\"\ngroup :x do\n  tool \"c\"\nend\n",
      "tool \"b\"\ntool \"new\", \"~> 1.4\"\ngroup :x do\n  tool \"c\"\nend\n"
    ),
    (
      "define \"d\" do\n  pypi \"d\"\nend\n",
      "define \"d\" do\n  pypi \"d\"\nend\ntool \"new\", \"~> 1.4\"\n"
    ),
  ])
  func `a tool goes after the last one of the file`(_ text: String, expected: String) throws {
    #expect(try edited(text) { try $0.add(try tool("new")) } == expected)
  }

  @Test(arguments: [
    ("group :x do\nend\n", "group :x do\n  tool \"new\", \"~> 1.4\"\nend\n"),
    ("tool \"b\"\n", "tool \"b\"\ntool \"new\", \"~> 1.4\", groups: [:x]\n"),
    (
      "tool \"b\"\ngroup :x do\n  source \"pypi\"\nend\n",
      "tool \"b\"\ntool \"new\", \"~> 1.4\", groups: [:x]\ngroup :x do\n  source \"pypi\"\nend\n"
    ),
    (
      "source \"pypi\"\ngroup :x do\nend\n",
      "tool \"new\", \"~> 1.4\", groups: [:x]\n\nsource \"pypi\"\ngroup :x do\nend\n"
    ),
  ])
  func `an imported tool goes into the block of its group`(
    _ text: String, expected: String
  ) throws {
    let new = try tool("new", options: [.init(key: "groups", value: .array([.symbol("x")]))])
    #expect(try edited(text) { try $0.addImported([new]) } == expected)
  }

  @Test(arguments: [
    "", "tool 'b'", "source \"pypi\"\n", "tool \"b\"\n# end\nsource \"pypi\"\r\n",
    "group :x do\nend\n", "group :x do\n  source \"pypi\"\nend\ngroup :y do\n\ttool \"c\"\nend\n",
  ])
  func `imported tools go where each would go alone`(_ text: String) throws {
    let tools = try ["one", "two", "three", "four"].enumerated().map { index, name in
      let groups = [[], ["x"], ["y"], ["x", "y"]][index].map { Toolfile.Value.symbol($0) }
      return try tool(
        name, options: groups.isEmpty ? [] : [.init(key: "groups", value: .array(groups))])
    }
    let together = try edited(text) { try $0.addImported(tools) }
    let alone = try edited(text) { editor in
      for tool in tools { try editor.addImported([tool]) }
    }
    #expect(together == alone)
  }

  @Test(arguments: [
    ("", "group :x do\n  tool \"new\", \"~> 1.4\"\nend\n"),
    ("tool 'b'\n", "tool 'b'\n\ngroup :x do\n  tool 'new', '~> 1.4'\nend\n"),
    ("tool \"b\"", "tool \"b\"\n\ngroup :x do\n  tool \"new\", \"~> 1.4\"\nend"),
    ("tool \"b\"\n\n", "tool \"b\"\n\ngroup :x do\n  tool \"new\", \"~> 1.4\"\nend\n"),
    (
      "group \"x\", optional: true do\n\ttool \"b\"\n\n# end\nend\n",
      "group \"x\", optional: true do\n\ttool \"b\"\n\ttool \"new\", \"~> 1.4\"\n\n# end\nend\n"
    ),
    (
      "group :x do # x\n    # one # two\n\nend\n",
      "group :x do # x\n    # one # two\n\n    tool \"new\", \"~> 1.4\"\nend\n"
    ),
    ("group :x do\r\nend\r\n", "group :x do\r\n  tool \"new\", \"~> 1.4\"\r\nend\r\n"),
    (
      "group :x, :y do\nend\n",
      "group :x, :y do\nend\n\ngroup :x do\n  tool \"new\", \"~> 1.4\"\nend\n"
    ),
    (
      "group :x do\n    on \"linux-x64\" do\n      tool \"b\"\n    end\nend\n",
      "group :x do\n    on \"linux-x64\" do\n      tool \"b\"\n    end\n"
        + "    tool \"new\", \"~> 1.4\"\nend\n"
    ),
  ])
  func `a tool goes into the block of its group`(_ text: String, expected: String) throws {
    #expect(try edited(text) { try $0.add(try tool("new"), to: GroupName("x")) } == expected)
  }

  @Test(arguments: [
    ("source \"pypi\"\n", "tool \"new\", \"~> 1.4\"\n\nsource \"pypi\"\n"),
    (
      "# all\n\n# py\nsource \"pypi\"\ntool \"b\"\n",
      "# all\n\ntool \"new\", \"~> 1.4\"\n\n# py\nsource \"pypi\"\ntool \"b\"\n"
    ),
    (
      "# all\nsource \"pypi\"\r\n",
      "# all\ntool \"new\", \"~> 1.4\"\n\nsource \"pypi\"\r\n"
    ),
    (
      "tool \"a\"\nsource \"pypi\"\ntool \"b\"\n",
      "tool \"a\"\ntool \"new\", \"~> 1.4\"\nsource \"pypi\"\ntool \"b\"\n"
    ),
    (
      "group :x do\n  source \"pypi\"\nend\n",
      "group :x do\n  source \"pypi\"\nend\ntool \"new\", \"~> 1.4\"\n"
    ),
  ])
  func `a tool that goes by its definition goes before all sources`(
    _ text: String, expected: String
  ) throws {
    #expect(try edited(text) { try $0.add(try tool("new"), beforeSources: true) } == expected)
  }

  @Test func `options follow the requirement`() throws {
    let new = try tool(
      "new", ">= 1, < 3",
      options: [
        .init(key: "pypi", value: .string("it's")),
        .init(key: "platforms", value: .array([.string("linux-x64"), .string("macos-arm64")])),
      ])
    let text = "tool 'new', '>= 1', '< 3', pypi: 'it\\'s', platforms: ['linux-x64', 'macos-arm64']"
    #expect(try edited("tool 'b'") { try $0.add(new) } == "tool 'b'\n\(text)")
    #expect(try edited("") { try $0.add(try tool("new", "1.2")) } == "tool \"new\", \"1.2\"\n")
  }

  @Test(arguments: [
    ("tool \"a\"\n", ""), ("tool \"a\"", ""), ("\u{FEFF}tool \"a\"", "\u{FEFF}"),
    ("# about a\ntool \"a\" # why\ntool \"b\"\n", "# about a\ntool \"b\"\n"),
    ("tool \"b\"\r\ntool \"a\"", "tool \"b\""),
    ("tool \"b\"\ntool \"a\",\n  # why\n  \"1\",\n  pypi: \"x\"\n\n", "tool \"b\"\n\n"),
    (
      "on \"linux-x64\" do\n  group :x do\n    tool \"a\"\n  end\nend\n",
      "on \"linux-x64\" do\n  group :x do\n  end\nend\n"
    ),
    (
      "define \"a\" do\n  tool \"a\"\n  pypi \"a\"\nend\ntool \"a\"\n",
      "define \"a\" do\n  tool \"a\"\n  pypi \"a\"\nend\n"
    ),
  ])
  func `the whole statement of a tool is removed`(_ text: String, expected: String) throws {
    let name = try #require(ToolName("a"))
    #expect(try edited(text) { try $0.remove(name) } == expected)
  }

  @Test(arguments: [
    ("tool \"a\"\n", "tool \"a\", \">= 2\", \"< 4\"\n"),
    ("tool \"a\", pypi: \"x\" # b\n", "tool \"a\", \">= 2\", \"< 4\", pypi: \"x\" # b\n"),
    ("tool \"a\", \"~> 1\"\n", "tool \"a\", \">= 2\", \"< 4\"\n"),
    ("tool 'a',\n  '> 1',\n  '< 2', pypi: 'x'\n", "tool 'a',\n  '>= 2', '< 4', pypi: 'x'\n"),
    ("tool \"b\"\ntool 'a', '1'\n", "tool \"b\"\ntool 'a', '>= 2', '< 4'\n"),
    ("tool 'a', \"1\"\n", "tool 'a', \">= 2\", \"< 4\"\n"),
    ("tool 'a', version: [\"1\"]\n", "tool 'a', version: [\">= 2\", \"< 4\"]\n"),
    ("tool \"a\", version: \"1\"\n", "tool \"a\", version: [\">= 2\", \"< 4\"]\n"),
  ])
  func `a requirement is replaced`(_ text: String, expected: String) throws {
    let name = try #require(ToolName("a"))
    let requirement = try Requirement(parsing: [">= 2, < 4"])
    #expect(try edited(text) { try $0.setRequirement(of: name, to: requirement) } == expected)
  }

  @Test(arguments: [
    "tool \"a\", \"> 1\", # one\n  \"< 2\"\n", "tool \"a\", version: [\"> 1\", # one\n  \"< 2\"]\n",
  ])
  func `a requirement with a comment inside is left alone`(_ text: String) throws {
    var editor = try editor(text)
    let name = try #require(ToolName("a"))
    #expect(throws: StatementProblem.self) {
      try editor.setRequirement(of: name, to: try Requirement(parsing: ["1"]))
    }
    #expect(editor.toolfile.bytes == Array(text.utf8))
  }

  @Test func `platforms are added and removed`() throws {
    let text = "# p\nplatforms 'linux-x64', # a\n  'linux-arm64', 'macos-x64' # b\n"
    let added = "# p\nplatforms 'linux-x64', # a\n  'linux-arm64', 'macos-x64', 'macos-arm64' # b\n"
    #expect(try edited(text) { try $0.add(.macosArm64) } == added)
    #expect(try edited(added) { try $0.remove(.macosArm64) } == text)
    #expect(
      try edited("platforms 'linux-x64'\ntool \"a\"\ntool \"b\"\n") { try $0.add(.macosX64) }
        == "platforms 'linux-x64', 'macos-x64'\ntool \"a\"\ntool \"b\"\n")
    #expect(try edited(text) { try $0.remove(.macosArm64) } == text)
    #expect(
      try edited("platforms \"linux-x64\", \"macos-x64\"") { try $0.remove(.linuxX64) }
        == "platforms \"macos-x64\"")
    var editor = try editor(text)
    #expect(throws: StatementProblem.self) { try editor.remove(.linuxX64) }
    #expect(throws: StatementProblem.self) { try editor.remove(.linuxArm64) }
  }

  @Test func `a line with the default platforms is written if there is none`() throws {
    let line = "platforms 'linux-x64', 'linux-arm64', 'macos-arm64'"
    let text = "# Our tools\n\n# From the index\r\nsource 'pypi'\ntool 'a'\n"
    #expect(
      try edited(text) { try $0.add(.linuxX64Musl) }
        == "# Our tools\n\n# From the index\r\n\(line), 'linux-x64-musl'\nsource 'pypi'\ntool 'a'\n"
    )
    #expect(
      try edited("tool 'a'") { try $0.remove(.linuxArm64) }
        == "platforms 'linux-x64', 'macos-arm64'\ntool 'a'")
    #expect(
      try edited("# nothing\n") { try $0.add(.macosArm64) }
        == "# nothing\n\(line)\n".replacing("'", with: "\""))
  }

  @Test func `a file cannot grow beyond its limit`() throws {
    let comment = String(repeating: "#", count: Toolfile.maximumByteCount - 10)
    var editor = try editor(comment)
    #expect(
      throws: StatementProblem.notEditable(
        .file("Toolfile"), line: "tool \"new\", \"~> 1.4\"")
    ) { try editor.add(try tool("new")) }
    #expect(editor.toolfile.bytes.count == comment.utf8.count)
  }

  // MARK: - Properties

  @Test(arguments: 0..<200) func `an edit changes nothing else`(_ seed: UInt64) throws {
    var author = ToolfileAuthor(seed: seed)
    let text = author.text()
    let original = try editor(text)
    let new = try tool("new")
    let group = try #require(GroupName("dev"))
    for group in [nil, group] {
      var editor = original
      try editor.add(new, to: group)
      #expect(
        editor.toolfile.tools.filter { $0.name != new.name }.map(\.meaning)
          == original.toolfile.tools.map(\.meaning))
      #expect(editor.toolfile[new.name]?.groups == [group ?? .default])
      let hadGroup = group == nil || text.contains("group :dev do")
      try editor.remove(new.name)
      let back = String(decoding: editor.toolfile.bytes, as: UTF8.self)
      #expect(hadGroup ? back == text : back.utf8.starts(with: text.utf8), "\(text)")
    }
    for tool in original.toolfile.tools {
      let others = original.toolfile.tools.filter { $0.name != tool.name }.map(\.meaning)
      var editor = original
      try editor.setRequirement(of: tool.name, to: new.requirement)
      #expect(editor.toolfile[tool.name]?.requirement.value == new.requirement)
      #expect(
        editor.toolfile.tools.filter { $0.name != tool.name }.map(\.meaning) == others)
      editor = original
      try editor.remove(tool.name)
      #expect(editor.toolfile.tools.map(\.meaning) == others)
      let removed = try #require(original.toolfile.text(of: tool.name))
      #expect(text.utf8.count - editor.toolfile.bytes.count >= removed.utf8.count)
    }
  }
}

extension Toolfile.Tool {
  /// What the declaration says, without its location.
  fileprivate var meaning: String {
    """
    \(name) \(requirement.value) \(source?.name ?? "-") \(package?.value ?? "-") \(groups) \
    \(platforms ?? []) \(options.map { "\($0.key) \($0.value)" })
    """
  }
}

/// Writes Toolfiles in many styles.
private struct ToolfileAuthor {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  private mutating func number(below limit: UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % limit)
  }

  private mutating func tool(_ quote: String) -> String {
    count += 1
    let forms = [
      "", ", \"~> 1.\(count)\"", ", \">= 1\", \"< \(count + 2)\"", ",\n        \"1.0\"",
      ", pypi: \"p\(count)\" # kept", ", version: \"= 1.0\"", ", executables: {a: \"b/c\"}",
      ", # first\n  \"2.0\", groups: [:docs]",
    ]
    return ("tool \"t\(count)\"" + forms[number(below: UInt64(forms.count))])
      .replacing("\"", with: quote)
  }

  private mutating func block(_ opening: String, _ quote: String) -> String {
    let indentation = ["", "  ", "\t"][number(below: 3)]
    let lines = (0..<number(below: 4)).map { _ in
      [indentation + tool(quote), "", "\(indentation)# about\n\(indentation)" + tool(quote)][
        number(below: 3)]
    }
    return ([opening] + lines + ["end"]).joined(separator: "\n")
  }

  mutating func text() -> String {
    let quote = ["\"", "'"][number(below: 2)]
    var parts: [String] = []
    if number(below: 2) == 0 { parts.append("platforms \"linux-x64\", \"macos-arm64\"") }
    for _ in 0..<number(below: 9) {
      switch number(below: 8) {
      case 0: parts.append("# a comment")
      case 1: parts.append("")
      case 2: parts.append("source \"pypi\"")
      case 3: parts.append(block("group :dev do", quote))
      case 4: parts.append(block("on \"linux-x64\" do", quote))
      case 5: parts.append(block("group :docs, optional: true do", quote))
      default: parts.append(tool(quote))
      }
    }
    var text = parts.joined(separator: "\n")
    if number(below: 3) > 0, !text.isEmpty { text += "\n" }
    if number(below: 3) == 0 { text = text.replacing("\n", with: "\r\n") }
    return number(below: 4) == 0 ? "\u{FEFF}" + text : text
  }
}
