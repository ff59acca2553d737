import Testing

@testable import YAML

@Suite struct YAMLDocumentTests {
  private func root(_ text: String, _ limits: YAMLLimits = YAMLLimits()) throws -> YAMLNode {
    try YAMLDocument(parsing: Array(text.utf8), limits: limits).root
  }

  @Test func `a document has text, lists, and mappings`() throws {
    let root = try root("--- !tag\na: [1, 'two', ~]\n\"b\": {c: d}\n")
    #expect(root["a"]?.elements?.map(\.text) == ["1", "two", "~"])
    #expect(root["b"]?["c"]?.text == "d")
    #expect(root["x"] == nil)
  }

  @Test func `an alias stands for the node of its anchor`() throws {
    let root = try root("a: &1 [x]\nb: *1\n")
    #expect(root["b"]?.elements?.map(\.text) == ["x"])
  }

  @Test(arguments: ["a: 1\na: 2\n", "a: 1\n\"a\": 2\n", "b: &1 {a: 1}\n<<: *1\n"])
  func `a key has one value`(text: String) {
    #expect(throws: YAMLError.self) { try root(text) }
  }

  @Test func `aliases cannot fill memory`() {
    let lists = (1...40).map {
      "- &\($0) [\(Array(repeating: "*\($0 - 1)", count: 9).joined(separator: ","))]"
    }
    let text = (["- &0 x"] + lists).joined(separator: "\n")
    #expect(throws: YAMLError.self) { try root(text) }
  }

  @Test func `an alias in its own node is an error`() {
    #expect(throws: YAMLError.unknownAlias(line: 1)) { try root("&1 [*1]") }
  }

  @Test func `the limits are kept`() {
    #expect(throws: YAMLError.tooDeep(line: 1)) { try root(String(repeating: "[", count: 10_000)) }
    var limits = YAMLLimits()
    limits.nodeCount = 3
    #expect(throws: YAMLError.tooManyNodes(line: 1)) { try root("[a, b, c]", limits) }
    limits.byteCount = 3
    #expect(throws: YAMLError.tooLong(byteCount: 9)) { try root("[a, b, c]", limits) }
  }

  @Test(arguments: ["", "a\n---\nb\n", "---\n...\n---\n"])
  func `a text has one document`(text: String) {
    #expect(throws: YAMLError.notOneDocument) { try root(text) }
  }

  @Test func `a fault has a line`() {
    #expect(throws: YAMLError.malformed(line: 2)) { try root("a: b\n\tc: d\n") }
    #expect(throws: YAMLError.self) {
      try YAMLDocument(parsing: [0x61, 0x3A, 0x20, 0xFF, 0xFE, 0x0A])
    }
  }
}
