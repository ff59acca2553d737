import Diagnostics
import Manifests
import Testing
import Vocabulary

/// The texts of a registry, valid or not.
@Suite struct RegistryTextsTests {
  private func texts(_ files: [(name: String, text: String)]) -> RegistryTexts {
    var texts = RegistryTexts()
    for (name, text) in files { texts.add(Array(text.utf8), path: name) }
    return texts
  }

  private func faults(_ texts: RegistryTexts) -> [String] {
    (texts.problems?.problems ?? []).map { "\($0.origin) \($0.fault)" }
  }

  @Test("A definition without its end does not hide the next one")
  func missingEnd() {
    let text = "define \"a\" do\n  pypi \"a\"\ndefine \"b\" do\n  pypi \"b\"\nend\n"
    let texts = texts([("a.rb", text)])
    #expect(texts.definitions.map(\.name.text) == ["a", "b"])
    #expect(faults(texts) == [#"a.rb:1:1 missingEnd(word: "define")"#])
  }

  @Test("The last definition may lack its end")
  func missingEndOfFile() {
    let texts = texts([("a.rb", "define \"a\" do\n  pypi \"a\"\n")])
    #expect(texts.definitions.map(\.source.options.count) == [1])
    #expect(faults(texts) == [#"a.rb:1:1 missingEnd(word: "define")"#])
  }

  @Test("A definition that is indented below another is nested, with its own end")
  func nested() {
    let text = "define \"a\" do\n  define \"b\" do\n  end\n  pypi \"a\"\nend\n"
    #expect(faults(texts([("a.rb", text)])) == [#"a.rb:2:3 blockInDefinition(word: "define")"#])
  }

  @Test("A text with problems does not hide those of the next one")
  func allTexts() {
    let texts = texts([
      ("a.rb", "define \"a\" do\n  home \"here\"\nend\n"),
      ("b.rb", "tool \"b\"\n"),
      ("c.rb", "define \"a\" do\nend\n"),
    ])
    #expect(
      faults(texts) == [
        #"a.rb:2:8 webAddress("here")"#, #"b.rb:1:1 notInRegistry(word: "tool")"#,
        "c.rb:1:1 definedElsewhere(a, at: a.rb:1:1)",
      ])
    #expect(throws: SyntaxProblems.self) { try texts.valid() }
  }

  @Test(
    "A line that no version can meet is a fault",
    arguments: [
      (#"pypi "a", from: "1.0", until: "2.0""#, true),
      (#"pypi "a", from: "2.0", until: "2.0""#, false),
      (#"pypi "a", from: "10.0", until: "9.0""#, false),
      (#"executables "a", from: "2024-01-02", until: "2024-02-01""#, true),
      (#"needs "b", from: "2.0", until: "1.0""#, false),
    ])
  func contradiction(_ line: String, isValid: Bool) {
    let texts = texts([("a.rb", "define \"a\" do\n  \(line)\nend\n")])
    #expect((texts.problems == nil) == isValid)
  }
}
