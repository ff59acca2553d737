import Testing

@testable import YAML

@Suite struct YAMLOutlineTests {
  private func documents(_ text: String) throws -> [YAMLNode] {
    try YAMLOutline(parsing: Array(text.utf8)).documents
  }

  @Test func `every node has the line where it begins`() throws {
    let root = try #require(
      documents("# a\nlist:\n- one\n- |\n  two\n  lines\n- three\n").first)
    #expect(root.line == 2)
    #expect(root["list"]?.elements?.map(\.line) == [3, 4, 7])
    #expect(root["list"]?.elements?.map(\.text) == ["one", "two\nlines\n", "three"])
  }

  @Test func `an empty value at the end of the text has its last line`() throws {
    #expect(try documents("---\n# a comment").first?.line == 2)
  }

  @Test func `an alias has the value of its anchor and a line of its own`() throws {
    let root = try #require(documents("a: &1 {x: y}\nb: *1\n").first)
    #expect(root["b"]?["x"]?.text == "y")
    #expect(root["b"]?.line == 2)
  }

  @Test func `a mapping includes another one, and its own keys count first`() throws {
    let root = try #require(
      documents("a: &1 {x: one, y: two}\nb:\n  <<: *1\n  x: own\n").first)
    #expect(root["b"]?["x"]?.text == "own")
    #expect(root["b"]?["y"]?.text == "two")
    #expect(root["b"]?["z"] == nil)
  }

  @Test func `of a repeated key, the last one counts`() throws {
    #expect(try documents("a: 1\na: 2\n").first?["a"]?.text == "2")
  }

  @Test(arguments: [("", 0), ("a\n", 1), ("a\n---\nb\n", 2)])
  func `a text has any number of documents`(text: String, count: Int) throws {
    #expect(try documents(text).count == count)
  }

  @Test func `aliases cannot fill memory`() {
    let lists = (1...40).map {
      "- &\($0) [\(Array(repeating: "*\($0 - 1)", count: 9).joined(separator: ","))]"
    }
    let text = (["- &0 x"] + lists).joined(separator: "\n")
    #expect(throws: YAMLError.self) { try documents(text) }
  }

  @Test func `a fault has a line`() {
    #expect(throws: YAMLError.malformed(line: 2)) { try documents("a: b\n\tc: d\n") }
  }
}
