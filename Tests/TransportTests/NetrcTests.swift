import Filesystem
import LoopbackServer
import Sandboxes
import Testing

@testable import Transport

@Suite struct NetrcTests {
  private let folder: TemporaryDirectory
  private let server: LoopbackServer
  private let other: LoopbackServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try LoopbackServer { _ in .answer(200, [], [1]) }
    other = try LoopbackServer { _ in .answer(200, [], [1]) }
  }

  private func entry(_ text: String, _ host: String = "example.org") -> [String]? {
    Netrc(Array(text.utf8)).entry(for: host).map { [$0.user, $0.password] }
  }

  @Test func `the file is read as curl reads it`() {
    #expect(entry("machine example.org login me password secret") == ["me", "secret"])
    #expect(entry("MACHINE Example.ORG\n\tPassword secret\r\n  LOGIN me") == ["me", "secret"])
    #expect(entry("machine a login x password y", "b") == nil)
    #expect(entry("machine a login x password y\ndefault login d password e", "b") == ["d", "e"])
    #expect(entry("default login d\nmachine example.org login me") == ["d", ""])
    #expect(
      entry("machine example.org login 1 password 2\nmachine example.org login 3") == ["1", "2"])
    #expect(
      entry(#"machine example.org login "a b" password "\"\\\n\t\x""#) == ["a b", "\"\\\n\tx"])
    #expect(
      entry("# machine example.org login no\nmachine example.org login me # no") == ["me", ""])
    #expect(entry("machine example.org account x login me password p") == ["me", "p"])
    let macro = "macdef init\nmachine example.org login no\n \t\nmachine example.org login me\n"
    #expect(entry(macro) == ["me", ""])
    for text in ["", "machine", "machine example.org", "login me", "macdef x\nmachine example.org"]
    {
      #expect(entry(text) == nil, "\(text)")
    }
    #expect(entry("machine example.org login \"me") == ["me", ""])
    let found = Netrc(Array("machine a login me password secret".utf8)).entry(for: "a")
    #expect("\(String(describing: found)) \(String(reflecting: found))".contains("secret") == false)
  }

  /// Returns a client of a user with this `.netrc` file.
  private func client(_ text: String, permissions: UInt16 = 0o600) throws -> HTTPClient {
    let file = folder.path.appending("netrc")
    try file.replaceContents(with: Array(text.utf8))
    try file.setPermissions(permissions)
    return HTTPClient(.init(environment: Environment(["NETRC": file.string, "HOME": "/none"])))
  }

  private let netrc = "machine 127.0.0.1 login me password secret\n"
  private let basic = "Basic bWU6c2VjcmV0"

  @Test func `a request without credentials has those of the file`() async throws {
    let client = try client(netrc)
    _ = try await client.fetch(HTTPRequest(try WebAddress(server.address("/a"))), limit: 9)
    var request = HTTPRequest(try WebAddress(server.address("/b")))
    request.headers = [.init("authorization", "Bearer token")]
    _ = try await client.fetch(request, limit: 9)
    let parts = try WebAddress.parts(of: "http://you:word-of-you@127.0.0.1:\(server.port)/c")
    request = HTTPRequest(parts.address)
    request.credentials = parts.credentials
    _ = try await client.fetch(request, limit: 9)
    _ = try await client.fetch(
      HTTPRequest(try WebAddress("http://localhost:\(server.port)/d")), limit: 9)
    #expect(
      server.requests.map { $0.headers["authorization"] } == [
        basic, "Bearer token", "Basic eW91OndvcmQtb2YteW91", nil,
      ])
  }

  @Test func `no other server receives the credentials, even if the file has it`() async throws {
    let target = other.address("/b")
    let start = try LoopbackServer { _ in .answer(302, ["Location: \(target)"]) }
    let request = HTTPRequest(try WebAddress(start.address("/a")))
    _ = try await client(netrc).fetch(request, limit: 9)
    #expect(start.requests.map { $0.headers["authorization"] } == [basic])
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
  }

  @Test func `a later request to the target of a redirect has no credentials`() async throws {
    var first = HTTPRequest(try WebAddress("http://localhost:\(server.port)/a"))
    first.headers = [.init("X-Token", "secret")]
    let client = try client(netrc)
    _ = try await client.fetch(
      first.redirected(to: try WebAddress(server.address("/b"))), limit: 9)
    let received = try #require(server.requests.first)
    #expect(received.headers["authorization"] == nil && received.headers["x-token"] == nil)
    #expect(first.redirected(to: first.address) == first)
  }

  @Test func `a site without TLS receives no credentials`() throws {
    try folder.path.appending(".netrc").replaceContents(
      with: Array("default login me password secret".utf8))
    let file = try #require(NetrcFile(Environment(["HOME": folder.path.string])))
    #expect(try file.credentials(for: WebAddress("http://example.org/").site) == nil)
    #expect(try file.credentials(for: WebAddress("https://example.org/").site)?.user == "me")
    #expect(try file.credentials(for: WebAddress("https://[::2]:8/").site)?.password == "secret")
  }

  @Test(arguments: [0o620, 0o602] as [UInt16])
  func `a file that others may write is refused`(permissions: UInt16) async throws {
    let client = try client(netrc, permissions: permissions)
    let file = folder.path.appending("netrc")
    let request = HTTPRequest(try WebAddress(server.address("/a")))
    #expect(await client.failure(of: request) == .unsafeNetrc(file))
    #expect(server.requests == [])
    // A file without an entry for the host does no harm.
    let address = try WebAddress("http://localhost:\(server.port)/d")
    #expect(await client.failure(of: HTTPRequest(address)) == nil)
  }

  @Test func `a missing file is no error`() async throws {
    let missing = folder.path.appending("missing").string
    for variables in [["NETRC": missing], ["NETRC": folder.path.string], ["HOME": missing], [:]] {
      let client = HTTPClient(.init(environment: Environment(variables)))
      _ = try await client.fetch(HTTPRequest(try WebAddress(server.address("/"))), limit: 9)
    }
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == nil })
  }
}
