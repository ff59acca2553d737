import Manifests
import Testing
import Vocabulary

@Suite struct `The text of a definition` {
  private func text(_ lines: [(String, [String])]) throws -> String {
    var text = DefinitionText(of: try #require(ToolName("mytool")))
    for (word, values) in lines { text.add(word, values) }
    return text.description
  }

  private func definition(_ text: String) throws -> Definition {
    let found = try RegistryText(parsing: Array(text.utf8), path: "tools.rb").definitions
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test func `has the form that people write`() throws {
    let text = try text([
      ("summary", ["Checks all"]), ("aliases", []), ("executables", ["a", "b"]),
      ("github", ["acme/mytool"]),
    ])
    #expect(
      text == """
        define "mytool" do
          summary "Checks all"
          executables "a", "b"
          github "acme/mytool"
        end

        """)
  }

  @Test(arguments: [
    "say \"hi\"", "back\\slash", "it's \\ #{x} \"y\"", "#{1 + 1}", "#", "'", "\\", "\\#{", "a\tb",
    "end", "é 日本 👩‍💻", "%{x} `y` <z>", "#{'}",
  ])
  func `gives each value back`(value: String) throws {
    let definition = try definition(text([("summary", [value]), ("pypi", ["x"])]))
    #expect(definition.summary == value.replacing("\t", with: ""))
  }

  @Test func `drops characters that change how a line looks`() throws {
    let value = "a\u{1B}[31mb\u{202E}c\u{0}d\u{2028}e\nf\rg"
    let definition = try definition(text([("summary", [value]), ("pypi", ["x"])]))
    #expect(definition.summary == "a[31mbcdefg")
  }

  @Test func `continues long lists`() throws {
    let names = (1...40).map { "program-\($0)" }
    let text = try text([("executables", names), ("pypi", ["x"])])
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(
      try definition(text).executables.first?.value.map(\.name.text) == names)
  }

  @Test(
    arguments: [
      ("one", "one"), (" one \n two\t", "one two"), ("", nil), (" \n ", nil), ("\u{200B}", nil),
      ("a \u{202E} b", "a b"), ("twelve chars and more", "twelve…"),
      ("abcdefghijklmnop", "abcdefghijk…"),
      ("twelve char", "twelve char"),
    ] as [(String, String?)])
  func `of a stranger becomes one short line`(text: String, line: String?) {
    #expect(DefinitionText.oneLine(text, limit: 12) == line)
  }
}
