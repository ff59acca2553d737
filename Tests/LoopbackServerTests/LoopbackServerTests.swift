import LoopbackServer
import Testing

@Suite struct LoopbackServerTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
  }

  @Test func `replies are sent in turn, and the last one repeats`() throws {
    server.serve("/page", .status(503), .text("works"))
    #expect(try get("/page").status == 503)
    #expect(try get("/page").body == "works")
    #expect(try get("/page?query").body == "works")
    #expect(try get("/other").status == 404)
    #expect(server.requests.map(\.path) == ["/page", "/page", "/page?query", "/other"])
  }

  @Test(arguments: [
    ("bytes=2-4", 206, "234", "bytes 2-4/10"),
    ("bytes=7-", 206, "789", "bytes 7-9/10"),
    ("bytes=-2", 206, "89", "bytes 8-9/10"),
    ("bytes=5-99", 206, "56789", "bytes 5-9/10"),
    ("bytes=10-", 416, "", "bytes */10"),
    ("lines=1-2", 200, "0123456789", nil),
  ])
  func `a range of a file is served`(
    asked: String, status: Int, text: String, range: String?
  ) throws {
    server.serve("/digits", .text("0123456789"))
    let reply = try get("/digits", ["Range": asked])
    #expect(reply.status == status)
    #expect(reply.body == text)
    #expect(reply.header("Content-Range") == range)
  }

  @Test func `a file without range support is sent whole`() throws {
    server.serve("/digits", .text("0123456789").withoutRanges())
    let reply = try get("/digits", ["Range": "bytes=2-4"])
    #expect(reply.status == 200)
    #expect(reply.body == "0123456789")
  }

  @Test func `an unchanged entity is not sent again`() throws {
    server.serve("/file", .file(Array("new".utf8), etag: "2"))
    #expect(try get("/file", ["If-None-Match": "\"1\""]).body == "new")
    let reply = try get("/file", ["If-None-Match": "\"2\""])
    #expect(reply.status == 304)
    #expect(reply.body == "")
  }

  @Test func `a HEAD response has the length and no body`() throws {
    server.serve("/file", .text("12345"))
    let reply = try get("/file", method: "HEAD")
    #expect(reply.header("Content-Length") == "5")
    #expect(reply.body == "")
  }

  @Test func `a HEAD response for a missing path has no body either`() throws {
    let reply = try get("/missing", method: "HEAD")
    #expect(reply.status == 404)
    #expect(reply.body == "")
  }

  @Test func `credentials are required`() throws {
    server.serve("/private", .text("secret").requiring(user: "me", password: "pass:word"))
    #expect(try get("/private", ["Authorization": "Basic bWU6bm8="]).status == 401)
    #expect(try get("/private", ["Authorization": "Basic bWU6cGFzczp3b3Jk"]).body == "secret")
  }

  @Test func `a truncated body announces its full length`() throws {
    server.serve("/cut", .text("0123456789").cut(after: 4))
    server.serve("/short", .text("0123456789").claimingLength(20))
    let cut = try get("/cut")
    #expect(cut.header("Content-Length") == "10")
    #expect(cut.body == "0123")
    let short = try get("/short")
    #expect(short.header("Content-Length") == "20")
    #expect(short.body == "0123456789")
  }

  @Test func `a redirect names its target`() throws {
    server.serve("/old", .redirect(to: server.address("/new")))
    let reply = try get("/old")
    #expect(reply.status == 302)
    #expect(reply.header("Location") == server.address("/new"))
  }

  @Test func `a stopped server does not respond`() throws {
    server.serve("/page", .text("works"))
    #expect(try get("/page").body == "works")
    server.stop()
    #expect(RawClient.fetch(server.port, "/page") == nil)
  }

  /// Returns the response to a request. Fails the test if there is none.
  private func get(
    _ path: String, _ headers: [String: String] = [:], method: String = "GET"
  ) throws -> RawClient.Response {
    try #require(RawClient.fetch(server.port, path, headers, method: method))
  }
}
