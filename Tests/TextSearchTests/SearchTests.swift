import Testing
import TextSearch

@Suite struct SearchTests {
  @Test(
    arguments: [
      ("", "a", nil), ("a", "a", 0), ("aab", "ab", 1), ("aaab", "aab", 1), ("a", "ab", nil),
      ("xé/e\u{301}", "/", 3), ("\r\n", "\n", 1), ("日本語", "本", 3), ("abc", "", 0),
    ] as [(String, String, Int?)])
  func `the first occurrence`(_ text: String, _ sought: String, _ offset: Int?) {
    let range = text.firstRange(of: sought)
    #expect(range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    #expect(range.map { String(text[$0]) } == (offset == nil ? nil : sought))
    #expect(text.contains(sought) == (offset != nil))
  }

  @Test func `the parts between separators`() {
    #expect("a || b||c".split(separator: "||") == ["a ", " b", "c"])
    #expect("||a||||b||".split(separator: "||") == ["a", "b"])
    #expect(
      "||a||||b||".split(separator: "||", omittingEmptySubsequences: false)
        == ["", "a", "", "b", ""])
    #expect("a".dropFirst().split(separator: "||", omittingEmptySubsequences: false) == [""])
  }

  @Test func replacement() {
    #expect("it's 'it'".replacing("'", with: "'\\''") == "it'\\''s '\\''it'\\''")
    #expect("aaa".replacing("aa", with: "b") == "ba")
    #expect("abc".replacing("d", with: "e") == "abc")
  }
}
