import Filesystem
import LoopbackServer
import Testing
import Transport

@Suite struct FetchTests {
  @Test func `a response includes its headers`() async throws {
    let server = try LoopbackServer { _ in
      .answer(
        200,
        [
          "Content-Type: text/html; charset=utf-8", "ETag: \"a1\"",
          "Last-Modified: Wed, 21 Oct 2026 07:28:00 GMT",
        ], Array("page".utf8))
    }
    var request = HTTPRequest(try WebAddress(server.address("/simple/ruff/")))
    request.accept = "application/vnd.pypi.simple.v1+json, text/html;q=0.1"
    request.headers = [.init("X-Asked", "yes")]
    let response = try await client().fetch(request, limit: 100)
    #expect(response.status == 200)
    #expect(response.body == Array("page".utf8))
    #expect(response.head.contentType == "text/html; charset=utf-8")
    #expect(response.head.etag == "\"a1\"")
    #expect(response.head.lastModified == "Wed, 21 Oct 2026 07:28:00 GMT")
    #expect(response.head.contentLength == 4)
    #expect(response.address == request.address)
    let sent = try #require(server.requests.first)
    #expect(sent.path == "/simple/ruff/")
    #expect(sent.headers["accept"] == request.accept)
    #expect(sent.headers["x-asked"] == "yes")
    #expect(sent.headers["accept-encoding"]?.contains("gzip") == true)
    #expect(sent.headers["authorization"] == nil)
  }

  @Test func `unchanged content is not sent again`() async throws {
    let server = try LoopbackServer { request in
      request.headers["if-none-match"] == "\"a1\""
        ? .head(304, ["ETag: \"a1\""]) : .answer(200, [], [1])
    }
    var request = HTTPRequest(try WebAddress(server.address("/")))
    request.ifNoneMatch = "\"a1\""
    let response = try await client().fetch(request, limit: 100)
    #expect(response.status == 304)
    #expect(response.body.isEmpty)
  }

  @Test func `a range response states the total size`() async throws {
    let server = try LoopbackServer { _ in
      .answer(206, ["Content-Range: bytes 90-99/100"], Array(repeating: 7, count: 10))
    }
    var request = HTTPRequest(try WebAddress(server.address("/file")))
    request.range = .last(10)
    let response = try await client().fetch(request, limit: 10)
    #expect(response.status == 206)
    #expect(response.head.contentRange?.total == 100)
    #expect(response.head.contentRange?.range == 90...99)
    #expect(server.requests.first?.headers["range"] == "bytes=-10")
    #expect(server.requests.first?.headers["accept-encoding"] == nil)
  }

  @Test func `a HEAD request returns no body`() async throws {
    let server = try LoopbackServer { _ in
      .head(200, ["Content-Length: 5000000000", "Accept-Ranges: bytes"])
    }
    var request = HTTPRequest(try WebAddress(server.address("/file")))
    request.method = .head
    let response = try await client().fetch(request, limit: 10)
    #expect(response.head.contentLength == 5_000_000_000)
    #expect(response.body.isEmpty)
    #expect(server.requests.first?.method == "HEAD")
  }

  @Test func `a compressed page is unpacked, and its limit applies to the result`() async throws {
    let server = try LoopbackServer { _ in .answer(200, ["Content-Encoding: gzip"], Self.packed) }
    let address = try WebAddress(server.address("/"))
    let body = try await client().fetch(HTTPRequest(address), limit: 1000).body
    #expect(body == Array(repeating: UInt8(ascii: "a"), count: 1000))
    let failure = await client().failure(of: HTTPRequest(address), limit: 999)
    #expect(failure == .tooLarge(address: address, limit: 999))
  }

  @Test func `a damaged compressed page is an error`() async throws {
    let damaged = Self.packed.dropLast(5) + [0, 0, 0, 0, 0]
    let server = try LoopbackServer { _ in .answer(200, ["Content-Encoding: gzip"], Array(damaged))
    }
    let failure = await client().failure(of: HTTPRequest(try WebAddress(server.address("/"))))
    guard case .connection(let connection) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(connection.detail != "" || connection.reason != "")
    #expect(connection.attempts == 1)
  }

  /// The letter `a` 1,000 times, compressed with gzip(1).
  private static let packed: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0x4c, 0x1c, 0x05, 0xa3,
    0x60, 0x14, 0x0c, 0x77, 0x00, 0x00, 0x03, 0xda, 0x38, 0x9a, 0xe8, 0x03, 0x00, 0x00,
  ]

  @Test(arguments: [404, 410, 403, 401, 300, 416])
  func `a permanent error status fails immediately`(status: Int) async throws {
    let server = try LoopbackServer { _ in .answer(status, [], Array("sorry".utf8)) }
    let address = try WebAddress(server.address("/gone"))
    let failure = await client().failure(of: HTTPRequest(address))
    #expect(failure == .status(status, address: address, attempts: 1))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504])
  func `a temporary error status is retried`(status: Int) async throws {
    let server = try LoopbackServer { request in
      request.number < 2 ? .answer(status) : .answer(200, [], [1])
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    #expect(try await client().fetch(request, limit: 9).body == [1])
    #expect(server.requests.count == 3)
  }

  @Test func `the final error states the number of attempts`() async throws {
    let server = try LoopbackServer { _ in .answer(503) }
    let address = try WebAddress(server.address("/"))
    let failure = await client().failure(of: HTTPRequest(address))
    #expect(failure == .status(503, address: address, attempts: 4))
    #expect(server.requests.count == 4)
  }

  @Test func `a Retry-After that is too long is not honored`() async throws {
    let server = try LoopbackServer { _ in .answer(503, ["Retry-After: 3600"]) }
    let address = try WebAddress(server.address("/"))
    let failure = await client().failure(of: HTTPRequest(address))
    #expect(failure == .status(503, address: address, attempts: 1))
  }

  @Test func `a page over the limit is rejected by its announced length`() async throws {
    // Only one byte arrives, so only the announced length can exceed the limit.
    let server = try LoopbackServer { _ in
      .head(200, ["Content-Length: 101"]) + [.send([1]), .hang]
    }
    let address = try WebAddress(server.address("/"))
    let failure = await client().failure(of: HTTPRequest(address), limit: 100)
    #expect(failure == .tooLarge(address: address, limit: 100))
  }

  @Test func `an endless page is abandoned at the limit`() async throws {
    let server = try LoopbackServer { _ in
      .head(200, []) + [.sendForever(Array(repeating: 32, count: 4096))]
    }
    let address = try WebAddress(server.address("/"))
    let failure = await client().failure(of: HTTPRequest(address), limit: 1 << 20)
    #expect(failure == .tooLarge(address: address, limit: 1 << 20))
    #expect(server.requests.count == 1)
  }

  @Test func `an endless error page is not read`() async throws {
    let server = try LoopbackServer { _ in
      .head(404, []) + [.sendForever(Array(repeating: 32, count: 4096))]
    }
    let address = try WebAddress(server.address("/"))
    #expect(
      await client().failure(of: HTTPRequest(address))
        == .status(404, address: address, attempts: 1))
  }

  @Test func `endless headers are abandoned`() async throws {
    let server = try LoopbackServer { _ in
      [.send([UInt8]("HTTP/1.1 200 Said\r\n".utf8))]
        + [.sendForever([UInt8](("X-A: " + String(repeating: "a", count: 4000) + "\r\n").utf8))]
    }
    let address = try WebAddress(server.address("/"))
    switch await client().failure(of: HTTPRequest(address)) {
    // Depending on its version, libcurl reports its own limit or a broken connection.
    case .connection, .cut: break
    case let failure: Issue.record("\(String(describing: failure))")
    }
  }

  @Test func `an endless header line is abandoned`() async throws {
    let server = try LoopbackServer { _ in
      [.send([UInt8]("HTTP/1.1 200 Said\r\nX-A: ".utf8))]
        + [.sendForever([UInt8](repeating: 97, count: 4000))]
    }
    let address = try WebAddress(server.address("/"))
    guard case .connection = await client().failure(of: HTTPRequest(address)) else {
      Issue.record("not a connection's failure")
      return
    }
  }

  @Test func `a truncated page is fetched again from the start`() async throws {
    let server = try LoopbackServer { request in
      request.number == 0
        ? .head(200, ["Content-Length: 8"]) + [.send([9, 9, 9]), .close]
        : .answer(200, [], [1, 2, 3, 4, 5, 6, 7, 8])
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    #expect(try await client().fetch(request, limit: 9).body == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func `a page that is always truncated is an error with the amount received`() async throws {
    let server = try LoopbackServer { _ in
      .head(200, ["Content-Length: 8"]) + [.send([9, 9, 9]), .close]
    }
    let address = try WebAddress(server.address("/"))
    let failure = await client().failure(of: HTTPRequest(address))
    #expect(failure == .cut(address: address, received: 3, expected: 8, attempts: 4))
  }

  @Test func `an unreachable server is a connection error`() async throws {
    // The system never hands out port 1, but another test could reuse the port of a stopped server.
    let address = try WebAddress("http://127.0.0.1:1/")
    let failure = await client().failure(of: HTTPRequest(address))
    guard case .connection(let connection) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(connection.address == address)
    #expect(connection.attempts == 4)
    #expect(connection.kind == .unreachable || connection.kind == .cut)
    #expect(!connection.reason.isEmpty)
  }

  @Test func `a connection that closes without a response is retried`() async throws {
    let server = try LoopbackServer { request in
      request.number == 0 ? [.close] : request.number == 1 ? [.reset] : .answer(200, [], [1])
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    #expect(try await client().fetch(request, limit: 9).body == [1])
  }

  @Test func `a stalled server is abandoned`() async throws {
    let server = try LoopbackServer { _ in .head(200, ["Content-Length: 8"]) + [.send([1]), .hang] }
    let address = try WebAddress(server.address("/"))
    let impatient = client {
      $0.stallSeconds = 1
      $0.retries.attempts = 1
    }
    guard
      case .connection(let connection) = await impatient.failure(of: HTTPRequest(address))
    else {
      Issue.record("not a connection's failure")
      return
    }
    #expect(connection.kind == .stalled)
  }

  /// Returns steps that send `count` bytes, two at a time, with pauses too short for a stall.
  private static func trickle(_ count: Int) -> [Step] {
    .head(200, ["Content-Length: \(count)"])
      + [[Step]](repeating: [.send([1, 2]), .wait(.milliseconds(20))], count: count / 2).flatMap(
        \.self)
  }

  @Test func `a server that sends too slowly is abandoned`() async throws {
    // This takes almost 4 s, so it ends before the second window does: the first must count.
    let server = try LoopbackServer { _ in Self.trickle(360) }
    let address = try WebAddress(server.address("/"))
    let impatient = client {
      $0.stallSeconds = 600
      $0.minimumBytesPerSecond = 2000
      $0.speedWindow = .seconds(2)
      $0.retries.attempts = 1
    }
    #expect(
      await impatient.failure(of: HTTPRequest(address))
        == .tooSlow(address: address, bytesPerSecond: 2000, seconds: 2, attempts: 1))
    let patient = client {
      $0.minimumBytesPerSecond = 20
      $0.speedWindow = .milliseconds(200)
    }
    let short = try LoopbackServer { _ in Self.trickle(60) }
    #expect(
      try await patient.fetch(HTTPRequest(WebAddress(short.address("/"))), limit: 99).body.count
        == 60)
  }

  @Test func `a slow transfer continues beside a fast one`() async throws {
    let slow = try LoopbackServer { _ in Self.trickle(160) }
    // The fast transfer lasts for minutes, so it outlives the slow one on a busy machine, too.
    let fast = try LoopbackServer { _ in
      let piece: [Step] = [.send([UInt8](repeating: 1, count: 1000)), .wait(.milliseconds(10))]
      return .head(200, []) + [[Step]](repeating: piece, count: 60_000).flatMap(\.self)
    }
    let shared = client {
      $0.minimumBytesPerSecond = 200
      $0.speedWindow = .seconds(1)
      $0.retries.attempts = 1
    }
    let endless = HTTPRequest(try WebAddress(fast.address("/")))
    let task = Task { await shared.failure(of: endless, limit: 1 << 30) }
    while fast.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let address = try WebAddress(slow.address("/"))
    #expect(await shared.failure(of: HTTPRequest(address)) == nil)
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a response that is not HTTP is an error`() async throws {
    let server = try LoopbackServer { _ in [.send(Array("220 mail ready\r\n".utf8)), .close] }
    let address = try WebAddress(server.address("/"))
    guard case .connection = await client().failure(of: HTTPRequest(address)) else {
      Issue.record("not a connection's failure")
      return
    }
  }

  @Test func `a header cannot inject another one`() async throws {
    var request = HTTPRequest(try WebAddress("http://127.0.0.1:1/"))
    request.headers = [.init("X-A", "b\r\nX-C: d")]
    #expect(await client().failure(of: request) == .header(name: "X-A"))
    request.headers = []
    request.ifNoneMatch = "\"a\"\nX: y"
    #expect(await client().failure(of: request) == .header(name: "If-None-Match"))
  }

  @Test func `cancelling a task ends its transfer`() async throws {
    let (asked, report) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      report.yield()
      return .head(200, ["Content-Length: 8"]) + [.send([1]), .hang]
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    let client = client()
    let task = Task { await client.failure(of: request) }
    for await _ in asked { break }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(server.requests.count == 1)
  }

  @Test func `a task cancelled before it starts sends no request`() async throws {
    let server = try LoopbackServer { _ in .answer() }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    let client = client()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await client.failure(of: request)
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test func `concurrent requests share a few connections`() async throws {
    let server = try LoopbackServer { request in .answer(200, [], Array(request.path.utf8)) }
    let client = client { $0.maximumConnectionsPerHost = 3 }
    let bodies = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for index in 0..<60 {
        let request = HTTPRequest(try WebAddress(server.address("/\(index)")))
        group.addTask { (index, try await client.fetch(request, limit: 100).body) }
      }
      return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
    }
    #expect(bodies.count == 60)
    for (index, body) in bodies { #expect(body == Array("/\(index)".utf8)) }
    #expect(server.connectionCount <= 3)
  }
}
