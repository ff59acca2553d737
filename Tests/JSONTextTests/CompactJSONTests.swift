import JSONText
import Testing

@Suite struct CompactJSONTests {
  @Test(arguments: [
    ("", ""), (" \t\r\n", ""), ("1.50e+3", "1.50e+3"),
    (" { \"b\" : [ 1 , 2 ] ,\n \"a\" : null } ", #"{"b":[1,2],"a":null}"#),
    (#"[ " a  b " , "\" : ," ]"#, #"[" a  b ","\" : ,"]"#),
    (#"[ "\\" , " \\\" x" ]"#, #"["\\"," \\\" x"]"#),
    ("[\"a\nb\u{A0}é \", 1]", "[\"a\nb\u{A0}é \",1]"),
    (#"{"open": "a b  "#, #"{"open":"a b  "#),
    ("nu ll", "null"),
  ])
  func `only the whitespace between tokens is removed`(text: String, expected: String) {
    let found = CompactJSON.compact(Array(text.utf8)[...])
    #expect(String(decoding: found, as: UTF8.self) == expected)
    #expect(CompactJSON.compact(found[...]) == found)
  }

  @Test func `a value is read with its place in the text`() throws {
    let text = Array(#"{"a" : [1, {"b": "}"}] , "c": 5 }"#.utf8)
    var reader = JSONReader(text)
    var values: [String: Range<Int>] = [:]
    try reader.object { (reader, key) throws(JSONReader.Failure) in
      let value = try reader.value()
      #expect(value == text[value.startIndex..<value.endIndex])
      values[key] = value.startIndex..<value.endIndex
    }
    #expect(values == ["a": 7..<22, "c": 30..<31])
    #expect(throws: JSONReader.Failure.truncated) {
      var reader = JSONReader(Array("[1, 2".utf8))
      _ = try reader.value()
    }
  }
}
