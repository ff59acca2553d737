import Cryptography
import Diagnostics
import Filesystem
import LoopbackServer
import Sandboxes
import Synchronization
import Testing
import Vocabulary

@testable import Transport

/// Requests that go to registries.
@Suite struct RegistryMirrorTests {
  private let bytes = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }
  private var expectation: ExpectedFile {
    ExpectedFile(digest: SHA256.digest(of: bytes), size: bytes.count)
  }
  private var digest: SHA256Digest { SHA256.digest(of: bytes) }

  /// Returns a client with these rules, each a line of `config`.
  private func client(
    _ lines: [String], _ change: (inout HTTPSettings) -> Void = { _ in }
  ) throws -> HTTPClient {
    let rules = try MirrorRules(
      lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        return .init(words[0], Array(words.dropFirst()), .user(.file("config", line: 1)))
      })
    return TransportTests.client { settings in
      settings.mirrors = rules
      change(&settings)
    }
  }

  /// Downloads ``bytes``, which are wanted at `address`, and returns the error, if any.
  private func failure(
    of address: String, _ client: HTTPClient
  ) async throws -> TransportError? {
    let request = HTTPRequest(try WebAddress(address))
    let folder = try TemporaryDirectory()
    let file = folder.path.appending("file")
    let failure = await client.failure(of: request, to: file, expecting: expectation)
    if failure == nil { #expect(try file.contents(limit: 1 << 20) == bytes) }
    return failure
  }

  @Test func `a policy that names a repository permits its token server, and nothing else there`()
    async throws
  {
    let registry = try self.registry(.token)
    let line = PolicyLine(path: "policy", number: 1, text: "mirror-only on")
    let rules = try MirrorRules([
      .init("mirror", ["*", registry.repository], .policy(line)),
      .init("mirror-only", ["on"], .policy(line)),
      .init("credential-helper", [registry.host, "test"], .user(.commandLine)),
    ])
    let asking = TransportTests.client { settings in
      settings.mirrors = rules
      settings.ruleForbidding = { _ in line }
      logIn(&settings)
    }
    let repository = try #require(OCIRepository(registry.repository))
    #expect(
      try await asking.size(of: digest, stated: nil, in: repository) == bytes.count)
    let other = HTTPRequest(try WebAddress("http://\(registry.host)/v2/team/other/blobs/a"))
    guard case .forbidden = await asking.failure(of: other) else {
      Issue.record("another repository was requested")
      return
    }
    #expect(registry.requestCount("GET", "other") == 0)
  }

  @Test func `a helper that fails is an error that names it`() async throws {
    let registry = try self.registry(.basic)
    let asking = try client(
      [
        "mirror * \(registry.repository)", "credential-helper \(registry.host) other",
      ], logIn)
    let failure = try await self.failure(of: "https://host.example/a", asking)
    guard case .credentialHelper("other", let site, .missing) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect("\(site)" == registry.host)
  }

  /// A registry that has ``bytes``.
  private func registry(_ login: RegistryState.Login) throws -> RegistryServer {
    let registry = try RegistryServer()
    registry.state.withLock { state in
      state.login = login
      state.blobs["\(digest)"] = bytes
    }
    return registry
  }

  /// Answers for any registry.
  private func logIn(_ settings: inout HTTPSettings) {
    settings.credentialHelper = { helper, _ in
      helper == "test" ? .success(RegistryState.credentials) : .failure(.missing)
    }
  }

  /// Returns a client that asks `registry`, with its credentials.
  private func client(
    of registry: RegistryServer, _ lines: [String] = []
  ) throws -> HTTPClient {
    try client(
      lines + [
        "mirror * \(registry.repository)", "mirror-only on",
        "credential-helper \(registry.host) test",
      ], logIn)
  }

  @Test func `a blob of a registry is fetched without a login`() async throws {
    let registry = try self.registry(.none)
    #expect(
      try await failure(of: "https://host.example/a", try client(of: registry)) == nil)
    #expect(registry.requests.map(\.path) == ["/v2/team/tools/blobs/\(digest)"])
  }

  @Test func `a registry gets the credentials of the helper only when it asks`() async throws {
    let registry = try self.registry(.basic)
    let asking = try client(of: registry)
    for _ in 1...2 {
      #expect(try await failure(of: "https://host.example/a", asking) == nil)
    }
    #expect(registry.requests.map { $0.headers["authorization"] != nil } == [false, true, true])
  }

  @Test func `a token serves until the registry rejects it, and then another one`() async throws {
    let registry = try self.registry(.token)
    registry.state.withLock { $0.usesOfToken = 2 }
    let asking = try client(of: registry)
    for _ in 1...5 {
      #expect(try await failure(of: "https://host.example/a", asking) == nil)
    }
    #expect(registry.state.withLock { $0.tokenCount } == 3)
    // Three requests are repeated: the first, which has no token, and the third and fifth, whose
    // tokens have expired.
    #expect(registry.requestCount("GET", "/blobs/") == 8)
  }

  @Test func `simultaneous requests share a token`() async throws {
    let registry = try self.registry(.token)
    let asking = try client(of: registry)
    try await withThrowingTaskGroup { group in
      for _ in 1...8 {
        group.addTask { try await self.failure(of: "https://host.example/a", asking) }
      }
      for try await failure in group { #expect(failure == nil) }
    }
    #expect(registry.state.withLock { $0.tokenCount } == 1)
  }

  @Test func `a registry that accepts no token is refused after one more`() async throws {
    let registry = try self.registry(.token)
    registry.state.withLock { $0.usesOfToken = 0 }
    let failure = try await self.failure(of: "https://host.example/a", try client(of: registry))
    guard case .status(401, _, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(registry.state.withLock { $0.tokenCount } == 1)
  }

  @Test func `a token server that responds with 404 does not mean that the file is missing`()
    async throws
  {
    let elsewhere = try LoopbackServer()
    let registry = try self.registry(.foreignToken(realm: elsewhere.address("/token")))
    let asking = try client(of: registry, ["mirror-host 127.0.0.1:\(elsewhere.port)"])
    let failure = try await self.failure(of: "https://host.example/a", asking)
    #expect(failure?.address?.text.hasPrefix(elsewhere.address("/token")) == true)
    let repository = try #require(OCIRepository(registry.repository))
    await #expect(throws: TransportError.self) {
      try await asking.size(of: digest, stated: nil, in: repository)
    }
  }

  @Test func `a token server elsewhere gets the password only if the user names it`()
    async throws
  {
    let elsewhere = try LoopbackServer { _ in
      .answer(200, [], Array(#"{"access_token":"x"}"#.utf8))
    }
    let registry = try self.registry(.foreignToken(realm: elsewhere.address("/token?a=b")))
    let refused = try await self.failure(of: "https://host.example/a", try client(of: registry))
    guard case .foreignRealm(let site, _, nil) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect("\(site)" == "127.0.0.1:\(elsewhere.port)")
    #expect(elsewhere.requests.isEmpty)

    let named = try client(of: registry, ["mirror-host 127.0.0.1:\(elsewhere.port)"])
    _ = try await failure(of: "https://host.example/a", named)
    #expect(
      elsewhere.requests.map(\.path) == [
        "/token?a=b&service=registry&scope=repository%3Ateam/tools%3Apull%2Cpush"
      ])
    #expect(elsewhere.requests.first?.headers["authorization"] != nil)
  }
}
