import Testing
import Transport

@Suite struct WebAddressTests {
  @Test func `an address is parsed, and its credentials are separated`() throws {
    let parts = try WebAddress.parts(
      of: "https://me:p%40ss@Example.org:8443/simple/x/?q=1#sha256=ab")
    #expect(!parts.address.text.contains("p%40ss"))
    #expect(!parts.address.text.contains("#"))
    #expect(parts.address.text.hasSuffix(":8443/simple/x/?q=1"))
    #expect(parts.address.site.host == "example.org")
    #expect(parts.address.site.port == 8443)
    #expect(parts.fragment == "sha256=ab")
    let credentials = try #require(parts.credentials)
    #expect(credentials.user == "me")
    #expect(credentials.password == "p@ss")
    #expect(credentials.site == parts.address.site)
  }

  @Test func `descriptions do not reveal credentials`() throws {
    let parts = try WebAddress.parts(of: "https://me:secret@example.org/")
    var dumped = ""
    dump(parts, to: &dumped)
    for text in ["\(parts)", String(reflecting: parts), dumped] {
      #expect(!text.contains("secret"))
    }
  }

  @Test(arguments: [
    ("../../files/a.whl", "https://example.org/files/a.whl"),
    ("b.whl#sha256=00", "https://example.org/simple/x/b.whl"),
    ("/c d.whl", "https://example.org/c%20d.whl"),
    ("//files.example.org/e.whl", "https://files.example.org/e.whl"),
    ("http://example.org/f.whl", "http://example.org/f.whl"),
    ("?page=2", "https://example.org/simple/x/?page=2"),
  ])
  func `a link is resolved relative to its page`(link: String, expected: String) throws {
    let page = try WebAddress("https://example.org/simple/x/")
    #expect(try page.resolving(link).text == expected)
  }

  @Test(arguments: [
    ("file:///etc/passwd", "file"), ("ftp://example.org/a", "ftp"), ("s3://bucket/a", "s3"),
  ])
  func `only http and https are supported`(text: String, scheme: String) throws {
    #expect(throws: WebAddress.Failure.unsupportedScheme(scheme)) { try WebAddress(text) }
    let page = try WebAddress("https://example.org/")
    #expect(throws: WebAddress.Failure.unsupportedScheme(scheme)) { try page.resolving(text) }
  }

  @Test(arguments: [
    "", "http://", "http://exa mple.org/", "example.org", "https://a:99999/", "http://a\0b/",
  ])
  func `an invalid address is rejected`(text: String) {
    #expect(throws: WebAddress.Failure.self) { try WebAddress(text) }
  }

  @Test(
    arguments: [
      ("bytes 0-99/1234", 0...99, 1234), ("bytes 5-5/*", 5...5, nil),
    ] as [(String, ClosedRange<Int>, Int?)])
  func `a content range is parsed`(text: String, range: ClosedRange<Int>, total: Int?) throws {
    let parsed = try #require(ContentRange(text))
    #expect(parsed.range == range)
    #expect(parsed.total == total)
  }

  @Test(arguments: [
    "", "bytes", "bytes */100", "bytes 9-1/100", "bytes 0-100/100", "items 0-1/2", "bytes -1-5/9",
    "bytes 0-1/x", "bytes 0-99999999999999999999/*",
  ])
  func `an invalid content range is rejected`(text: String) {
    #expect(ContentRange(text) == nil)
  }
}
