import Cryptography
import Filesystem
import LoopbackServer
import Sandboxes
import Synchronization
import Testing
import Transport

@Suite struct DownloadTests {
  private let body = Self.body
  /// The content of the file.
  private static let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }

  /// The digest and size of the file.
  private var expectation: ExpectedFile {
    ExpectedFile(digest: SHA256.digest(of: body), size: body.count)
  }

  @Test func `a file is downloaded with its digest and size`() async throws {
    let body = body
    let server = try LoopbackServer { _ in .answer(200, [], body) }
    let request = HTTPRequest(try WebAddress(server.address("/a.whl")))
    let last = Mutex(0)
    try await withScratch { scratch in
      let file = scratch.appending("a.whl")
      let downloaded = try await client().download(request, to: file, expecting: expectation) {
        count in
        last.withLock { $0 = count }
      }
      #expect(downloaded.digest == expectation.digest)
      #expect(downloaded.size == body.count)
      #expect(try file.contents(limit: 1 << 20) == body)
      #expect(last.withLock { $0 } == body.count)
      #expect(server.requests.first?.headers["accept-encoding"] == nil)
    }
  }

  @Test func `a file without expectations is accepted`() async throws {
    let server = try LoopbackServer { _ in
      .head(200, ["Connection: close"]) + [.send([1, 2]), .close]
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    try await withScratch { scratch in
      let downloaded = try await client().download(
        request, to: scratch.appending("a"), expecting: ExpectedFile())
      #expect(downloaded.digest == SHA256.digest(of: [1, 2]))
      #expect(downloaded.size == 2)
    }
  }

  @Test func `a file with the wrong content is neither kept nor fetched again`() async throws {
    let other = [UInt8](repeating: 0, count: body.count)
    let server = try LoopbackServer { _ in .answer(200, [], other) }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let failure = await client().failure(
        of: HTTPRequest(address), to: file, expecting: expectation)
      #expect(
        failure
          == .digestMismatch(
            address: address, expected: SHA256.digest(of: body), actual: SHA256.digest(of: other)))
      #expect(!file.exists)
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [-1, 1])
  func `an unexpected announced length is rejected immediately`(difference: Int) async throws {
    let length = body.count + difference
    let server = try LoopbackServer { _ in
      .head(200, ["Content-Length: \(length)"]) + [.send([1]), .hang]
    }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let failure = await client().failure(
        of: HTTPRequest(address), to: file, expecting: expectation)
      #expect(
        failure == .sizeMismatch(address: address, expected: body.count, actual: length))
      #expect(!file.exists)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `an endless file is abandoned once it is too long`() async throws {
    let server = try LoopbackServer { _ in
      .head(200, []) + [.sendForever([UInt8](repeating: 1, count: 4096))]
    }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let failure = await client().failure(
        of: HTTPRequest(address), to: file, expecting: expectation)
      guard case .sizeMismatch(address, expected: body.count, let actual) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(actual > body.count)
      #expect(!file.exists)
    }
  }

  /// The argument is whether the server announces the length.
  @Test(arguments: [true, false])
  func `a file whose size nobody stated is limited`(isAnnounced: Bool) async throws {
    let server = try LoopbackServer { _ in
      .head(200, isAnnounced ? ["Content-Length: 1000000000000"] : [])
        + [.sendForever([UInt8](repeating: 1, count: 4096))]
    }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let failure = await client { $0.maximumUnstatedSize = 100_000 }.failure(
        of: HTTPRequest(address), to: file)
      #expect(failure == .tooLarge(address: address, limit: 100_000))
      #expect(!file.exists)
    }
  }

  @Test func `no file may be larger than an archive may be unpacked`() async throws {
    let address = try WebAddress("http://127.0.0.1:1/")
    try await withScratch { scratch in
      let failure = await client().failure(
        of: HTTPRequest(address), to: scratch.appending("a"),
        expecting: ExpectedFile(size: 32_000_000_001))
      #expect(failure == .tooLarge(address: address, limit: 32_000_000_000))
    }
  }

  @Test func `a stated size may exceed that limit`() async throws {
    let server = try LoopbackServer { [body] _ in .answer(200, [], body) }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let failure = await client { $0.maximumUnstatedSize = 1 }.failure(
        of: HTTPRequest(address), to: scratch.appending("a"), expecting: expectation)
      #expect(failure == nil)
    }
  }

  @Test func `an early end without an announced length is a truncation`() async throws {
    let half = Array(body.prefix(1000))
    let server = try LoopbackServer { _ in
      .head(200, ["Connection: close"]) + [.send(half), .close]
    }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let failure = await client().failure(
        of: HTTPRequest(address), to: file, expecting: expectation)
      #expect(
        failure == .cut(address: address, received: 1000, expected: body.count, attempts: 4))
      #expect(!file.exists)
    }
  }

  @Test(arguments: ["ETag: \"v1\"", "Last-Modified: Wed, 21 Oct 2026 07:28:00 GMT", "X-None: 0"])
  func `a truncated download resumes where it stopped`(validator: String) async throws {
    let body = body
    let server = try LoopbackServer { request in
      guard let range = request.headers["range"],
        let start = Int(range.dropFirst("bytes=".count).dropLast())
      else {
        return .head(200, ["Content-Length: \(body.count)", validator])
          + [.send(Array(body.prefix(100_000))), .close]
      }
      return .head(
        206,
        [
          "Content-Length: \(body.count - start)",
          "Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)",
        ]) + [.send(Array(body[start...].prefix(150_000))), .close]
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let downloaded = try await client().download(request, to: file, expecting: expectation)
      #expect(downloaded.digest == expectation.digest)
      #expect(try file.contents(limit: 1 << 20) == body)
    }
    #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=100000-", "bytes=250000-"])
    let value = validator.split(separator: ": ").last.map(String.init)
    #expect(
      server.requests.last?.headers["if-range"] == (validator.hasPrefix("X") ? nil : value))
  }

  @Test func `a repeatedly truncated download reports how much arrived`() async throws {
    let server = try LoopbackServer()
    server.serve("/a", .file(body, etag: "1").cut(after: 50_000))
    let address = try WebAddress(server.address("/a"))
    try await withScratch { scratch in
      let failure = await client().failure(
        of: HTTPRequest(address), to: scratch.appending("a"), expecting: expectation)
      #expect(
        failure
          == .cut(address: address, received: 200_000, expected: body.count, attempts: 4))
      let left = try scratch.entries()
      #expect(left == [])
    }
  }

  @Test func `a server without range support sends the whole file again`() async throws {
    let body = body
    let server = try LoopbackServer { request in
      request.number == 0
        ? .head(200, ["Content-Length: \(body.count)"]) + [.send([9, 9, 9]), .close]
        : .answer(200, [], body)
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let downloaded = try await client().download(request, to: file, expecting: expectation)
      #expect(downloaded.digest == expectation.digest)
      #expect(try file.contents(limit: 1 << 20) == body)
    }
    #expect(server.requests.count == 2)
  }

  @Test func `a range other than the requested one is an error`() async throws {
    let body = body
    let server = try LoopbackServer { request in
      request.number == 0
        ? .head(200, ["Content-Length: \(body.count)", "ETag: \"a\""]) + [.send([9]), .close]
        : .answer(206, ["Content-Range: bytes 7-8/9"], [1, 2])
    }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let failure = await client().failure(
        of: HTTPRequest(address), to: file, expecting: expectation)
      #expect(failure == .status(206, address: address, attempts: 2))
      #expect(!file.exists)
    }
  }

  @Test(arguments: [404, 204])
  func `a response without a file leaves no file`(status: Int) async throws {
    let server = try LoopbackServer { _ in .head(status, status == 204 ? [] : ["Content-Length: 0"])
    }
    let address = try WebAddress(server.address("/"))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let failure = await client().failure(of: HTTPRequest(address), to: file)
      #expect(failure == .status(status, address: address, attempts: 1))
      #expect(!file.exists)
    }
  }

  @Test func `an existing file is neither replaced nor removed`() async throws {
    let server = try LoopbackServer { _ in .answer(200, [], [1]) }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      try file.replaceContents(with: [5])
      guard case .file(let error) = await client().failure(of: request, to: file) else {
        Issue.record("expected a file error")
        return
      }
      #expect(error.operation == .create)
      #expect(try file.contents(limit: 9) == [5])
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a cancelled download leaves no file`() async throws {
    let (asked, report) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      .head(200, ["Content-Length: 9"]) + [.send([1]), .hang]
    }
    let request = HTTPRequest(try WebAddress(server.address("/")))
    try await withScratch { scratch in
      let file = scratch.appending("a")
      let client = client()
      let task = Task {
        do throws(TransportError) {
          _ = try await client.download(request, to: file, expecting: ExpectedFile()) { _ in
            report.yield()
          }
          return TransportError?.none
        } catch {
          return error
        }
      }
      for await _ in asked { break }
      #expect(file.exists)
      task.cancel()
      #expect(await task.value == .cancelled)
      #expect(!file.exists)
    }
  }
}
