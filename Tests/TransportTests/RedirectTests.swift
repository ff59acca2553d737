import Diagnostics
import LoopbackServer
import Testing

@testable import Transport

@Suite struct RedirectTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is followed, and the response has the final address`(
    status: Int
  ) async throws {
    let server = try LoopbackServer { request in
      request.path == "/old/page"
        ? .answer(status, ["Location: ../new/page"]) : .answer(200, [], [1])
    }
    let request = HTTPRequest(try WebAddress(server.address("/old/page")))
    let response = try await client().fetch(request, limit: 9)
    #expect(response.address.text == server.address("/new/page"))
    #expect(server.requests.map(\.path) == ["/old/page", "/new/page"])
  }

  @Test func `a redirect loop is an error`() async throws {
    let server = try LoopbackServer { request in .answer(302, ["Location: /\(request.number)"]) }
    let failure = await client().failure(of: HTTPRequest(try WebAddress(server.address("/"))))
    let last = try WebAddress(server.address("/9"))
    #expect(failure == .redirect(.tooMany(limit: 10), from: last))
    #expect(server.requests.count == 11)
  }

  @Test(arguments: [("file:///etc/passwd", "file"), ("ftp://example.org/a", "ftp")])
  func `a redirect to another scheme is rejected`(target: String, scheme: String) async throws {
    let server = try LoopbackServer { _ in .answer(302, ["Location: \(target)"]) }
    let address = try WebAddress(server.address("/"))
    let failure = await client().failure(of: HTTPRequest(address))
    #expect(failure == .redirect(.address(.unsupportedScheme(scheme)), from: address))
  }

  @Test func `a redirect from https to http is rejected, but not the reverse`() throws {
    let secure = try WebAddress("https://example.org/a")
    let plain = try WebAddress("http://example.org/a")
    #expect(throws: TransportError.redirect(.insecure(to: plain), from: secure)) {
      try secure.followingRedirect(to: plain.text)
    }
    #expect(try plain.followingRedirect(to: secure.text) == secure)
    #expect(try plain.followingRedirect(to: plain.text) == plain)
    let other = try WebAddress("http://other.example.net/")
    for start in [plain, try WebAddress("http://127.0.0.1/")] {
      #expect(throws: TransportError.redirect(.insecure(to: other), from: start)) {
        try start.followingRedirect(to: other.text)
      }
    }
    #expect(try secure.followingRedirect(to: "https://files.example.org/") != secure)
  }

  @Test func `nothing is sent to a server that a rule forbids, also after a redirect`() async throws
  {
    let rule = PolicyLine(path: "policy", number: 1, text: "allow-host example.org")
    let other = try LoopbackServer { _ in .answer(200, [], [1]) }
    let server = try LoopbackServer { _ in .answer(302, ["Location: \(other.address("/file"))"]) }
    let (start, target) = try (
      WebAddress(server.address("/")), WebAddress(other.address("/file"))
    )
    let allowed = start.site
    let client = client { $0.ruleForbidding = { $0 == allowed ? nil : rule } }
    #expect(await client.failure(of: HTTPRequest(start)) == .forbidden(target, rule))
    #expect(await client.failure(of: HTTPRequest(target)) == .forbidden(target, rule))
    #expect(server.requests.count == 1)
    // A mirror by digest is asked directly. Its answer is not that of a public server.
    var direct = HTTPRequest(start)
    direct.isDirect = true
    let fault = RedirectFailure.foreign(to: target, rule)
    #expect(await client.failure(of: direct) == .redirect(fault, from: start))
    #expect(other.requests.isEmpty)
  }

  @Test func `a redirect without a target is an error`() async throws {
    let server = try LoopbackServer { _ in .answer(302) }
    let address = try WebAddress(server.address("/"))
    let failure = await client().failure(of: HTTPRequest(address))
    #expect(failure == .status(302, address: address, attempts: 1))
  }

  @Test func `credentials and custom headers are sent only to their site`() async throws {
    let other = try LoopbackServer { _ in .answer(200, [], [1]) }
    let elsewhere = other.address("/b")
    let server = try LoopbackServer { request in
      request.path == "/a"
        ? .answer(302, ["Location: /again"])
        : .answer(302, ["Location: \(elsewhere)"])
    }
    let parts = try WebAddress.parts(of: "http://me:secret@127.0.0.1:\(server.port)/a")
    var request = HTTPRequest(parts.address)
    request.credentials = parts.credentials
    request.headers = [.init("X-Token", "secret")]
    _ = try await client().fetch(request, limit: 9)
    // "me:secret" in base64 (RFC 7617).
    #expect(
      server.requests.map { $0.headers["authorization"] } == [
        "Basic bWU6c2VjcmV0", "Basic bWU6c2VjcmV0",
      ])
    #expect(server.requests.map { $0.headers["x-token"] } == ["secret", "secret"])
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    #expect(other.requests.map { $0.headers["x-token"] } == [nil])
  }

  @Test func `credentials in a redirect are ignored`() async throws {
    let server = try LoopbackServer { request in
      let port = request.headers["host"]?.split(separator: ":").last ?? ""
      return request.path == "/a"
        ? .answer(302, ["Location: //you:secret@127.0.0.1:\(port)/b"])
        : .answer(404)
    }
    let failure = await client().failure(of: HTTPRequest(try WebAddress(server.address("/a"))))
    #expect(server.requests.last?.path == "/b")
    #expect(server.requests.last?.headers["authorization"] == nil)
    #expect(!String(describing: failure).contains("secret"))
  }

  @Test func `no error contains the password`() async throws {
    let server = try LoopbackServer { _ in .answer(401) }
    let parts = try WebAddress.parts(of: "http://me:secret@127.0.0.1:\(server.port)/a")
    var request = HTTPRequest(parts.address)
    request.credentials = parts.credentials
    let failure = try #require(await client().failure(of: request))
    var dumped = ""
    dump(failure, to: &dumped)
    #expect(!dumped.contains("secret"))
    #expect(failure == .status(401, address: parts.address, attempts: 1))
  }
}
