import Cryptography
import Diagnostics
import Filesystem
import LoopbackServer
import Sandboxes
import Testing
import Transport
import Vocabulary

/// Uploads to a registry.
@Suite struct UploadTests {
  private let registry: RegistryServer
  private let bytes = Self.sample
  private static let sample = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }
  private var digest: SHA256Digest { SHA256.digest(of: bytes) }

  init() throws { registry = try RegistryServer() }

  private var repository: OCIRepository {
    get throws { try #require(OCIRepository(registry.repository)) }
  }

  /// Returns a client that knows the credentials for the registry, which may lead to `hosts`.
  private func loggedIn(
    mirrorHosts hosts: [String] = [], netrc: NetrcFile? = nil
  ) throws -> HTTPClient {
    let rules = try MirrorRules(
      [.init("credential-helper", [registry.host, "test"], .user(.commandLine))]
        + hosts.map { .init("mirror-host", [$0], .user(.commandLine)) })
    return client { settings in
      settings.mirrors = rules
      settings.netrc = netrc
      settings.credentialHelper = { _, _ in .success(RegistryState.credentials) }
    }
  }

  /// Uploads ``bytes`` from a file and returns the error, if any.
  private func upload(_ client: HTTPClient) async throws -> TransportError? {
    let folder = try TemporaryDirectory()
    let file = folder.path.appending("file")
    try file.replaceContents(with: bytes, isDurable: false)
    let repository = try self.repository
    do throws(TransportError) {
      try await client.upload(.file(file, size: bytes.count), as: digest, to: repository)
      return nil
    } catch {
      return error
    }
  }

  /// The contents of the blob in the registry.
  private var stored: [UInt8]? {
    let name = "\(digest)"
    return registry.state.withLock { $0.blobs[name] }
  }

  @Test func `a file is uploaded once`() async throws {
    let uploader = client()
    #expect(try await upload(uploader) == nil)
    #expect(stored == bytes)
    #expect(try await uploader.size(of: digest, stated: nil, in: repository) == bytes.count)
    #expect(try await upload(uploader) == nil)
    #expect(registry.requestCount("PUT") == 1)
  }

  @Test func `a manifest is written with its media type`() async throws {
    let uploader = client()
    #expect(try await uploader.manifest("lock-1", in: repository) == nil)
    try await uploader.write(manifest: [1, 2], "lock-1", to: repository)
    #expect(try await uploader.manifest("lock-1", in: repository) == [1, 2])
    #expect(registry.state.withLock { $0.manifests["lock-1"] } == [1, 2])
    let put = try #require(registry.requests.first { $0.method == "PUT" })
    #expect(put.headers["content-type"] == "application/vnd.oci.image.manifest.v1+json")
  }

  @Test(arguments: [[0], [500], [503, 0, 404]])
  func `an upload that fails for a moment begins again`(_ failures: [Int]) async throws {
    registry.state.withLock { $0.failures = failures }
    #expect(try await upload(client()) == nil)
    #expect(stored == bytes)
    #expect(registry.requestCount("POST") == failures.count + 1)
  }

  @Test(arguments: [(507, 1), (400, 1), (500, 4)])
  func `an upload that the registry does not accept fails`(
    _ status: Int, _ attempts: Int
  ) async throws {
    registry.state.withLock { $0.failures = Array(repeating: status, count: 9) }
    let failure = try await upload(client())
    guard case .status(status, _, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(registry.requestCount("PUT") == attempts)
    #expect(stored == nil)
  }

  @Test func `a token that expires during uploads is renewed`() async throws {
    registry.state.withLock { state in
      state.login = .token
      state.usesOfToken = 1
    }
    #expect(try await upload(try loggedIn()) == nil)
    #expect(stored == bytes)
    #expect(registry.state.withLock { $0.tokenCount } == 3)
  }

  @Test func `a blob of another length is replaced, or reported if the registry keeps it`()
    async throws
  {
    let name = "\(digest)"
    registry.state.withLock { $0.blobs[name] = [1, 2] }
    #expect(try await upload(client()) == nil)
    #expect(stored == bytes)
    registry.state.withLock { state in
      state.blobs[name] = [1, 2]
      state.keepsBlobs = true
    }
    guard case .sizeMismatch(let address, bytes.count, 2) = try await upload(client()) else {
      Issue.record("the blob of another length was accepted")
      return
    }
    #expect(address.text.hasSuffix(name))
  }

  @Test(arguments: ["start", "blob", "manifest"])
  func `uploads and manifests wait as long as the registry asks`(_ step: String) async throws {
    registry.state.withLock { state in
      state.startFailures = step == "start" ? [503] : []
      state.failures = step == "blob" ? [503] : []
      state.manifestFailures = step == "manifest" ? [503] : []
      state.retryAfter = 1
    }
    let start = ContinuousClock.now
    if step == "manifest" {
      try await client().write(manifest: [1], "lock-1", to: repository)
    } else {
      #expect(try await upload(client()) == nil)
    }
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  @Test func `the reason that a registry states is kept`() async throws {
    registry.state.withLock { state in
      state.failures = [403]
      state.error = #"{"errors":[{"code":"DENIED","message":"quota","detail":{}}]}"#
    }
    guard case .registry(let refusal) = try await upload(client()) else {
      Issue.record("the error has no reason")
      return
    }
    #expect(refusal.status == 403)
    #expect(refusal.words.code == "DENIED")
    #expect(refusal.words.message == "quota")
  }

  @Test func `the reason for refusing a question about a blob is kept`() async throws {
    registry.state.withLock { state in
      state.refusal = 403
      state.error = #"{"errors":[{"code":"DENIED"}]}"#
    }
    guard case .registry(let refusal) = try await upload(client()) else {
      Issue.record("the error has no reason")
      return
    }
    #expect(refusal.words.code == "DENIED")
    #expect(refusal.words.message == nil)
    #expect(registry.requests.map(\.method) == ["HEAD", "GET"])
  }

  @Test func `a web page instead of the address of an upload is called one`() async throws {
    registry.state.withLock { $0.answersWithPages = true }
    guard case .page = try await upload(client()) else {
      Issue.record("the page is not called one")
      return
    }
  }

  @Test func `a web page instead of a blob is called one`() async throws {
    let server = try LoopbackServer { _ in .answer(200, ["Content-Type: text/html"]) }
    let repository = try #require(OCIRepository("oci+http://127.0.0.1:\(server.port)/tools"))
    let address = repository.blob(digest)
    await #expect(throws: TransportError.page(address: address)) {
      try await client().size(of: digest, stated: nil, in: repository)
    }
    await #expect(throws: TransportError.page(address: address)) {
      try await client().upload(.bytes(bytes), as: digest, to: repository)
    }
    #expect(server.requests.map(\.method) == ["HEAD", "HEAD"])
  }

  @Test func `a failed connection tells whether it was for a registry`() async throws {
    let text = "https://\(registry.host)/v2/team/tools"
    let repository = try #require(OCIRepository("oci://\(registry.host)/team/tools"))
    let asking = client { $0.retries.attempts = 1 }
    let failures = [
      await asking.failure(of: HTTPRequest(try WebAddress(text))),
      await #expect(throws: TransportError.self) {
        try await asking.size(of: digest, stated: nil, in: repository)
      },
    ]
    let isOfRegistry = failures.map { failure in
      if case .connection(let failure) = failure { failure.isOfRegistry } else { nil as Bool? }
    }
    #expect(isOfRegistry == [false, true])
  }

  @Test func `the authorization goes to no other server`() async throws {
    let other = try LoopbackServer()
    registry.state.withLock { state in
      state.login = .basic
      state.uploadAddress = other.address("/")
    }
    let failure = try await upload(try loggedIn())
    guard case .redirect(.foreign, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(other.requests.isEmpty)

    let folder = try TemporaryDirectory()
    let file = folder.path.appending("netrc")
    try file.replaceContents(
      with: Array("default login me password secret".utf8), isDurable: false)
    let netrc = NetrcFile(Environment(["NETRC": file.string]))
    let named = try loggedIn(mirrorHosts: ["127.0.0.1:\(other.port)"], netrc: netrc)
    _ = try await upload(named)
    #expect(other.requests.map(\.method).first == "PUT")
    #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test func `two uploads of a file at once both succeed`() async throws {
    try await withThrowingTaskGroup { group in
      for _ in 1...2 { group.addTask { try await self.upload(client()) } }
      for try await failure in group { #expect(failure == nil) }
    }
    #expect(stored == bytes)
  }
}
