import Diagnostics
import JSONText
import Testing

@testable import ToolSources

@Suite struct IndexPageTests {
  private static let digest = String(repeating: "0a", count: 32)
  private static let indexDigest = IndexDigest(sha256: Array(digest.utf8)[...])

  /// Returns an HTML page with the given body.
  private static func html(_ body: String) -> [UInt8] {
    Array("<!DOCTYPE html><html><body>\(body)</body></html>".utf8)
  }

  /// Returns the file that a link describes. Its address is its name unless `reference` is given.
  private static func file(
    _ name: String, at reference: String? = nil, digest: IndexDigest = .none, yanked: String? = nil
  ) -> IndexFile {
    IndexFile(name: name, reference: reference ?? name, digest: digest, yanked: yanked)
  }

  /// Links in the forms that real indexes use, each with the file that it describes.
  @Test(arguments: [
    (#"<a href="a-1.zip">a-1.zip</a>"#, file("a-1.zip")),
    (
      #"<a href="../../x/a-1.zip#sha256=\#(digest)">a-1.zip</a>"#,
      file("a-1.zip", at: "../../x/a-1.zip", digest: indexDigest)
    ),
    (#"<A HREF='a-1.zip'>a-1.zip</A>"#, file("a-1.zip")),
    ("<a\n\thref = a-1.zip\n>a-1.zip</a>", file("a-1.zip")),
    (
      #"<a data-requires-python="&gt;=3.7" href="a-1%2Bb.zip" >a</a>"#,
      file("a-1+b.zip", at: "a-1%2Bb.zip")
    ),
    (
      #"<a href="a-1.zip?x=1&amp;y=2#egg=a" data-yanked="">a</a>"#,
      file("a-1.zip", at: "a-1.zip?x=1&y=2", yanked: "")
    ),
    (
      #"<a href="a-1.zip" data-yanked="broken &#x26; &quot;bad&quot; &unknown;">a</a>"#,
      file("a-1.zip", yanked: #"broken & "bad" &unknown;"#)
    ),
    (#"<a href="a-1.zip" data-yanked>a</a>"#, file("a-1.zip", yanked: "")),
    (#"<a href="a-1.zip" href="b-1.zip">a</a>"#, file("a-1.zip")),
    (
      #"<a href="a-1.zip#egg=a&sha256=\#(digest)">a</a>"#,
      file("a-1.zip", digest: indexDigest)
    ),
    (#"<a href="a-1.zip#md5=\#(digest)">a</a>"#, file("a-1.zip")),
    (#"<a href="a-1.zip#sha256=0a">a</a>"#, file("a-1.zip")),
  ])
  func `a link is parsed`(link: String, expected: IndexFile) throws {
    #expect(try IndexPage(html: Self.html(link)).files == [expected])
  }

  @Test(arguments: [
    #"<!-- <a href="b-1.zip">b</a> --> <a href="a-1.zip">a</a>"#,
    #"<!--><a href="a-1.zip">a</a><!-- <a href="b-1.zip"> -- > --->"#,
    #"<script>"<a href='b-1.zip'>"</ script></scripts></script><a href="a-1.zip">a</a>"#,
    #"<title><a href="b-1.zip"></TITLE><a href="a-1.zip">a</a>"#,
    #"<?xml version="1.0"?><p>1 < 2 & 3<br/><a href="a-1.zip">a</a><br>"#,
    #"<a name="top"></a><a href="/">home</a><a href="a-1.zip">a</a><a href="a-1.zip.asc">s</a>"#,
    #"<a href="a-1.zip">a<a href="x/%zz.zip">b</a><a href="x%2Fy.zip">c</a>"#,
    #"<div><a href="a-1.zip">a"#,
  ])
  func `anything but a link to a file is skipped`(body: String) throws {
    #expect(try IndexPage(html: Self.html(body)).files == [Self.file("a-1.zip")])
  }

  @Test func `a page may be just a list of links`() throws {
    let page = try IndexPage(html: Array("\u{FEFF}\n<a href=a-1.zip>a</a>".utf8))
    #expect(page.files == [Self.file("a-1.zip")])
  }

  @Test func `a base address is kept`() throws {
    let page = try IndexPage(
      html: Self.html(#"<base href="http://example.org/x/"><a href="a-1.zip">a</a>"#))
    #expect(page.base == "http://example.org/x/")
  }

  @Test func `a package without files has an empty page`() throws {
    let version = #"<meta name="pypi:repository-version" content="1.0">"#
    #expect(try IndexPage(html: Self.html(version + "<h1>Links for a</h1>")).files == [])
  }

  @Test(arguments: [
    ("", UnreadableResponse.empty),
    ("nothing here", .noFiles),
    ("\u{0}\u{1}", .noFiles),
    ("<html><body><a href=\"/login\">Log in</a></body></html>", .noFiles),
    ("<html><form action=x><input></form></html>", .noFiles),
    ("<html><h1>Sign in</h1></html>", .noFiles),
    ("<html><body><a href=\"a-1.zip\">a</a>", .truncated(bytes: 35)),
    ("<a href=\"a-1.zip\">a", .truncated(bytes: 19)),
    ("<a href=\"a-1.zip\">a</a><a href=\"b", .truncated(bytes: 33)),
    ("<a href=\"a-1.zip\">a</a><a", .truncated(bytes: 25)),
    ("<a href=\"a-1.zip\">a</a><", .truncated(bytes: 24)),
    ("<a href=\"a-1.zip\">a</a></a", .truncated(bytes: 26)),
    ("<a href=\"a-1.zip\">a</a><!-- x", .truncated(bytes: 29)),
    ("<script>x", .truncated(bytes: 9)),
    (
      #"<html><meta name="pypi:repository-version" content="2.0"></html>"#, .version("2.0")
    ),
  ])
  func `HTML that is not an index page is rejected`(text: String, error: UnreadableResponse) {
    #expect(throws: error) { try IndexPage(html: Array(text.utf8)) }
  }

  @Test(arguments: [
    ("{oops", JSONReader.Failure.unexpected(offset: 1)), ("oops", .unexpected(offset: 0)),
    ("{\"a\": truth", .unexpected(offset: 6)), ("{\"a\": tr", .truncated), ("{", .truncated),
    ("{\"a\": nullx}", .unexpected(offset: 6)), ("[1", .truncated), ("[fals", .truncated),
  ])
  func `a wrong word is not a truncated text`(text: String, error: JSONReader.Failure) {
    #expect(throws: error) {
      var reader = JSONReader(Array(text.utf8))
      try reader.skipValue()
    }
  }

  @Test func `a page truncated anywhere is rejected`() throws {
    let whole = Self.html(
      #"<!-- x --><h1>a</h1><a href="a-1.zip#sha256=\#(Self.digest)" data-yanked="b">a-1.zip</a>"#)
    // The doctype alone is a complete page without files.
    let shortest = "<!DOCTYPE html>".utf8.count
    for end in (shortest + 1)..<(whole.count) {
      #expect(throws: UnreadableResponse.truncated(bytes: end)) {
        try IndexPage(html: Array(whole[..<end]))
      }
    }
    #expect(try IndexPage(html: whole).files.count == 1)
  }

  @Test func `a JSON page is parsed`() throws {
    let text = """
      {"meta": {"api-version": "1.3", "_last-serial": 1}, "name": "a", "versions": ["1"],
       "files": [
        {"filename": "a-1.zip", "url": "https:\\/\\/example.org\\/a-1.zip#x", "size": 12,
         "hashes": {"md5": "00", "sha256": "\(Self.digest)"}, "requires-python": ">=3",
         "upload-time": "2026-11-12T17:54:49.123Z", "yanked": false,
         "core-metadata": {"sha256": "1"}},
        {"filename": "a-2.zip", "url": "a-2.zip", "hashes": {},
         "yanked": "caf\\u00e9 \\ud83d\\ude00"},
        {"filename": "a-3.zip", "url": "a-3.zip", "hashes": {"md5": "00"}, "yanked": true,
         "size": null, "upload-time": null},
        {"filename": "a-3.zip.asc", "url": "x", "hashes": {}}
      ]}
      """
    var first = Self.file(
      "a-1.zip", at: "https://example.org/a-1.zip", digest: Self.indexDigest)
    first.size = 12
    first.uploaded = "2026-11-12T17:54:49.123Z"
    #expect(
      try IndexPage(json: Array(text.utf8)).files == [
        first, Self.file("a-2.zip", yanked: "café 😀"), Self.file("a-3.zip", yanked: ""),
      ])
  }

  @Test(arguments: [
    ("", UnreadableResponse.empty),
    ("{", .truncated(bytes: 1)),
    ("{}", .noFiles),
    (#"{"message": "not found"}"#, .noFiles),
    ("<html>", .unexpectedJSON(offset: 0)),
    (#"{"files": []} x"#, .unexpectedJSON(offset: 14)),
    (#"{"files": {}}"#, .unexpectedJSON(offset: 10)),
    (#"{"files": [], "meta": {"api-version": "2.0"}}"#, .version("2.0")),
    (#"{"files": [{"filename": "a-1.zip""#, .truncated(bytes: 33)),
    (#"{"files": [], "x": [1, {"y": tru}]}"#, .unexpectedJSON(offset: 29)),
    (#"{"files": [], "x": "\q"}"#, .unexpectedJSON(offset: 21)),
  ])
  func `JSON that is not an index page is rejected`(text: String, error: UnreadableResponse) {
    #expect(throws: error) { try IndexPage(json: Array(text.utf8)) }
  }

  @Test func `deep nesting is rejected`() {
    let deep = #"{"x": "# + String(repeating: "[", count: 100_000)
    #expect(throws: UnreadableResponse.self) { try IndexPage(json: Array(deep.utf8)) }
  }

  @Test(arguments: [(98, true), (99, false)])
  func `the nesting of a page is limited`(depth: Int, isAccepted: Bool) {
    let text =
      "<html>" + String(repeating: "<body>", count: depth) + "<a href=a-1.zip>a</a>"
      + String(repeating: "</body>", count: depth) + "</html>"
    #expect(((try? IndexPage(html: Array(text.utf8))) != nil) == isAccepted)
  }
}
