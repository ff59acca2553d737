import Cryptography
import Diagnostics
import Filesystem
import LoopbackServer
import Sandboxes
import Synchronization
import Testing
import Vocabulary

@testable import Transport

/// Requests that go to mirrors.
@Suite struct MirrorTests {
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

  @Test func `a request goes to the mirror, and its response has the public address`()
    async throws
  {
    let mirror = try LoopbackServer { _ in .answer(200, [], [1]) }
    let asking = try client(["mirror https://host.example/ \(mirror.address("/m"))"])
    var request = HTTPRequest(try WebAddress("https://host.example/simple/a"))
    request.headers = [.init("Authorization", "Bearer public")]
    let response = try await asking.fetch(request, limit: 9)
    #expect(response.address.text == "https://host.example/simple/a")
    #expect(mirror.requests.map(\.path) == ["/m/simple/a"])
    #expect(mirror.requests.first?.headers["authorization"] == nil)
  }

  @Test func `a failure names the mirror and the address that was wanted`() async throws {
    let mirror = try LoopbackServer { _ in .answer(404) }
    let asking = try client(["mirror https://host.example/ \(mirror.address())"])
    let failure = await asking.failure(of: HTTPRequest(try WebAddress("https://host.example/a")))
    #expect(failure?.address?.text == mirror.address("/a"))
    #expect(failure?.address?.original == "https://host.example/a")
  }

  @Test func `with mirror-only, a redirect of a mirror leads to mirrors only`() async throws {
    let storage = try LoopbackServer { _ in .answer(200, [], [7]) }
    let mirror = try LoopbackServer { [address = storage.address("/x")] request in
      let targets = ["/out": address, "/public": "https://host.example/in", "/in": nil]
      let target = targets[request.path] ?? nil
      return target.map { .answer(302, ["Location: \($0)"]) } ?? .answer(200, [], [1])
    }
    let lines = ["mirror https://host.example/ \(mirror.address())", "mirror-only on"]
    let request = HTTPRequest(try WebAddress("https://host.example/out"))
    let failure = await (try client(lines)).failure(of: request)
    guard case .redirect(.foreign(let target, nil), let address) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(target.text == storage.address("/x"))
    #expect(address.original == "https://host.example/out")
    #expect(storage.requests.isEmpty)

    let open = try client(lines + ["mirror-host 127.0.0.1:\(storage.port)"])
    #expect(try await open.fetch(request, limit: 9).body == [7])
    let back = HTTPRequest(try WebAddress("https://host.example/public"))
    let response = try await (try client(lines)).fetch(back, limit: 9)
    #expect(response.body == [1])
    #expect(response.address.text == "https://host.example/in")
  }

  @Test(arguments: ["https://a.example", "https://b.example"])
  func `of two addresses with one mirror, a response has the wanted one`(
    _ host: String
  ) async throws {
    let mirror = try LoopbackServer { request in
      request.path == "/m/old" ? .answer(302, ["Location: /m/new"]) : .answer(200, [], [1])
    }
    let asking = try client([
      "mirror https://a.example/ \(mirror.address("/m"))",
      "mirror https://b.example/ \(mirror.address("/m"))",
    ])
    for (wanted, found) in [("/x", "/x"), ("/old", "/new")] {
      let request = HTTPRequest(try WebAddress(host + wanted))
      let response = try await asking.fetch(request, limit: 9)
      #expect(response.address.text == host + found)
    }
  }

  // MARK: By digest

  @Test func `a file that one mirror has begun is not continued by another`() async throws {
    let sent = Atomic(0)
    let other = [UInt8](repeating: 1, count: 1000)
    let length = "Content-Length: \(bytes.count)"
    let losing = try LoopbackServer { _ in
      sent.add(1, ordering: .relaxed).oldValue == 0
        ? .head(200, [length, "ETag: \"1\""]) + [.send(other), .close] : .answer(404)
    }
    let full = try LoopbackServer()
    full.serve("/\(digest.hexadecimal)", .file(bytes, etag: "1"))
    let asking = try client([losing, full].map { "mirror * \($0.address("/{sha256}"))" })
    #expect(try await failure(of: "https://host.example/a", asking) == nil)
    #expect(full.requests.map { $0.headers["range"] } == [nil])
  }

  @Test func `mirrors by digest are asked in turn, and then the public address`() async throws {
    let empty = try LoopbackServer()
    let origin = try LoopbackServer()
    origin.serve("/a", .file(bytes))
    let full = try LoopbackServer()
    full.serve("/\(digest.hexadecimal)", .file(bytes))
    let lines = ["mirror * \(empty.address("/{sha256}"))"]
    #expect(try await failure(of: origin.address("/a"), try client(lines)) == nil)
    #expect(empty.requests.map(\.path) == ["/\(digest.hexadecimal)"])
    #expect(origin.requests.count == 1)

    let both = try client(lines + ["mirror * \(full.address("/{sha256}"))", "mirror-only on"])
    #expect(try await failure(of: origin.address("/a"), both) == nil)
    #expect(origin.requests.count == 1)

    let only = try client(lines + ["mirror-only on"])
    let wanted = try WebAddress("https://host.example/a")
    #expect(
      try await failure(of: wanted.text, only)
        == .unmirrored(
          wanted, .user(.file("config", line: 1)),
          asked: [
            try WebAddress(empty.address("/\(digest.hexadecimal)")).standing(for: wanted.text)
          ]))
  }

  @Test(arguments: ["other bytes", "a page", "an endless page", "an endless body", "an error"])
  func `what a mirror serves instead of a file is an error that names the mirror`(
    _ kind: String
  ) async throws {
    let endless = [UInt8](repeating: 1, count: 4096)
    let mirror =
      kind == "an endless body"
      ? try LoopbackServer { _ in .head(200, []) + [.sendForever(endless)] }
      : try LoopbackServer()
    let path = "/\(digest.hexadecimal)"
    let other = [UInt8](repeating: 1, count: bytes.count)
    switch kind {
    case "other bytes": mirror.serve(path, .file(other))
    case "a page": mirror.serve(path, .text("<html>log in</html>", type: "text/html"))
    case "an endless page": mirror.serve(path, .endless(of: Array("<html>".utf8)))
    case "an endless body": break
    default: mirror.serve(path, .status(403))
    }
    let origin = try LoopbackServer()
    origin.serve("/a", .file(bytes))
    let failure = try await self.failure(
      of: origin.address("/a"), try client(["mirror * \(mirror.address("/{sha256}"))"]))
    #expect(failure?.address?.text == mirror.address(path))
    #expect(failure?.address?.original == origin.address("/a"))
    switch kind {
    case "other bytes":
      guard case .digestMismatch(_, digest, SHA256.digest(of: other)) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    case "an error": #expect(mirror.requests.count == 1)
    case "a page", "an endless page":
      guard case .page = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    default:
      guard case .sizeMismatch = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
    #expect(origin.requests.isEmpty)
  }

  @Test func `a small file is fetched from the first mirror by digest that has it`() async throws {
    let (empty, full) = (try LoopbackServer(), try LoopbackServer())
    let path = "/\(digest.hexadecimal)"
    empty.serve(path, .status(404))
    full.serve(path, .file(bytes))
    let templates = [empty, full].map { "mirror * \($0.address("/{sha256}"))" }
    #expect(try await client(templates).mirroredFile(digest, limit: 1 << 20) == bytes)
    #expect(empty.requests.count == 1)
    #expect(try await client([templates[0]]).mirroredFile(digest, limit: 1 << 20) == nil)
    #expect(try await client([]).mirroredFile(digest, limit: 1 << 20) == nil)

    full.serve(path, .file([1]))
    let other = try client(templates)
    await #expect(throws: TransportError.self) {
      try await other.mirroredFile(digest, limit: 1 << 20)
    }
  }

  @Test func `a policy decides about the address that is wanted and about the mirror`()
    async throws
  {
    let rule = PolicyLine(path: "policy", number: 1, text: "allow-host a.example")
    let mirror = try LoopbackServer { _ in .answer(200, [], [1]) }
    let host = "127.0.0.1:\(mirror.port)"
    let (wanted, other) = (
      try WebAddress("https://a.example/x"), try WebAddress("https://b.example/x")
    )
    let lines = [
      "mirror https://a.example/ \(mirror.address())", "mirror * \(mirror.address("/{sha256}"))",
    ]
    let permitting = try client(lines) { settings in
      settings.ruleForbidding = { ["a.example", host].contains($0.description) ? nil : rule }
    }
    #expect(await permitting.failure(of: HTTPRequest(wanted)) == nil)
    #expect(await permitting.failure(of: HTTPRequest(other)) == .forbidden(other, rule))
    // A mirror by digest does not lead around the rule, either.
    #expect(try await failure(of: other.text, permitting) == .forbidden(other, rule))
    #expect(mirror.requests.count == 1)

    let forbidding = try client(lines) { settings in
      settings.ruleForbidding = { $0.description == "a.example" ? nil : rule }
    }
    let asked = try WebAddress(mirror.address("/x")).standing(for: wanted.text)
    #expect(await forbidding.failure(of: HTTPRequest(wanted)) == .forbidden(asked, rule))
    #expect(mirror.requests.count == 1)
  }

  @Test func `a mirror gets its own login, wherever it has led`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.path.appending("netrc")
    try file.replaceContents(
      with: Array("default login me password secret".utf8), isDurable: false)
    let mirror = try LoopbackServer { request in
      request.path == "/a/old"
        ? .answer(302, ["Location: https://b.example/new"]) : .answer(200, [], [1])
    }
    let asking = try client([
      "mirror https://a.example/ \(mirror.address("/a"))",
      "mirror https://b.example/ \(mirror.address("/b"))",
    ]) { $0.netrc = NetrcFile(Environment(["NETRC": file.string])) }
    let request = HTTPRequest(try WebAddress("https://a.example/old"))
    let response = try await asking.fetch(request, limit: 9)
    #expect(response.address.text == "https://b.example/new")
    // The next request for a range of the same file.
    _ = try await asking.fetch(request.redirected(to: response.address), limit: 9)
    #expect(mirror.requests.map(\.path) == ["/a/old", "/b/new", "/b/new"])
    #expect(mirror.requests.allSatisfy { $0.headers["authorization"] != nil })
  }

  @Test func `a redirect that the policy forbids names the mirror`() async throws {
    let rule = PolicyLine(path: "policy", number: 1, text: "allow-host a.example")
    let mirror = try LoopbackServer { _ in .answer(302, ["Location: https://c.example/x"]) }
    let asking = try client(["mirror https://a.example/ \(mirror.address())"]) { settings in
      settings.ruleForbidding = { $0.host == "c.example" ? rule : nil }
    }
    let failure = await asking.failure(of: HTTPRequest(try WebAddress("https://a.example/x")))
    guard case .redirect(.foreign(let target, rule), let address) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(target.text == "https://c.example/x")
    #expect(address.text == mirror.address("/x"))
  }
}
