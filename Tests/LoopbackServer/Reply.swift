/// What the server answers, right or wrong in every way that a test wants.
package struct Reply: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    /// The bytes over and over until the client has had enough.
    case endless([UInt8])
  }

  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: Body
  /// Waits before the first byte of the reply.
  var delay: Duration = .zero
  /// Closes the connection after so many bytes of the body.
  var cutAfter: Int?
  /// Sends no more after so many bytes of the body, and keeps the connection.
  var stallAfter: Int?
  /// What `Content-Length` says, where that is not the truth.
  var claimedLength: Int?
  /// Answers 401 to whoever does not show these.
  var credentials: (user: String, password: String)?
  /// Answers ranges with 206 and unchanged entities with 304.
  var isFile = false

  package init(
    status: Int, headers: KeyValuePairs<String, String> = [:], body: Body = .bytes([])
  ) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body
  }

  /// A static file: HEAD, one range, and `If-None-Match` work.
  package static func file(
    _ bytes: [UInt8], type: String = "application/octet-stream", etag: String? = nil
  ) -> Reply {
    var reply = Reply(status: 200, headers: ["Content-Type": type], body: .bytes(bytes))
    reply.isFile = true
    if let etag { reply.headers.append(("ETag", "\"\(etag)\"")) }
    return reply
  }

  package static func text(_ text: String, type: String = "text/plain") -> Reply {
    .file(Array(text.utf8), type: type)
  }

  package static func status(_ status: Int, _ text: String = "") -> Reply {
    Reply(status: status, body: .bytes(Array(text.utf8)))
  }

  package static func redirect(to address: String, status: Int = 302) -> Reply {
    Reply(status: status, headers: ["Location": address])
  }

  /// A body without an end.
  package static func endless(of bytes: [UInt8], type: String = "text/html") -> Reply {
    Reply(status: 200, headers: ["Content-Type": type], body: .endless(bytes))
  }

  package func delayed(_ delay: Duration) -> Reply { with { $0.delay = delay } }

  package func cut(after bytes: Int) -> Reply { with { $0.cutAfter = bytes } }

  package func stalled(after bytes: Int) -> Reply { with { $0.stallAfter = bytes } }

  /// The first `count` bytes of the body as if they were all of it.
  package func shortened(to count: Int) -> Reply {
    guard case .bytes(let bytes) = body else { return self }
    return with { $0.body = .bytes(Array(bytes.prefix(count))) }
  }

  package func claimingLength(_ length: Int) -> Reply { with { $0.claimedLength = length } }

  /// Ranges and conditions are not understood: the whole file is sent.
  package func withoutRanges() -> Reply { with { $0.isFile = false } }

  package func requiring(user: String, password: String) -> Reply {
    with { $0.credentials = (user, password) }
  }

  package func header(_ name: String, _ value: String) -> Reply {
    with { $0.headers.append((name, value)) }
  }

  private func with(_ change: (inout Reply) -> Void) -> Reply {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Reply {
  /// What the server does to give this reply to `request`.
  func steps(answering request: ReceivedRequest) -> [Step] {
    let reply = answering(request)
    return (delay > .zero ? [.wait(delay)] : []) + reply.head
      + (request.method == "HEAD" ? [] : reply.bodySteps)
  }

  private var head: [Step] {
    var lines = headers.map { "\($0.name): \($0.value)" }
    switch body {
    case .endless: lines.append("Connection: close")
    // A 304 has no body, and its length would be that of the file.
    case .bytes where status == 304: break
    case .bytes(let bytes): lines.append("Content-Length: \(claimedLength ?? bytes.count)")
    }
    return .head(status, lines)
  }

  private var bodySteps: [Step] {
    switch body {
    case .endless(let bytes): return [.sendForever(bytes)]
    case .bytes(let bytes):
      if let stallAfter { return [.send(Array(bytes.prefix(stallAfter))), .hang] }
      if let cutAfter { return [.send(Array(bytes.prefix(cutAfter))), .close] }
      // After a length that is not true, nobody knows where the next reply begins.
      let isTrue = claimedLength == nil || claimedLength == bytes.count
      return isTrue ? [.send(bytes)] : [.send(bytes), .close]
    }
  }

  /// The reply that `request` really gets: 401, 304, 206 or 416 where the request's headers ask for it.
  private func answering(_ request: ReceivedRequest) -> Reply {
    if let credentials, request.headers["authorization"] != Self.authorization(credentials) {
      return Reply(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"test\""])
    }
    guard isFile, case .bytes(let bytes) = body else { return self }
    let etag = headers.first { $0.name == "ETag" }?.value
    if let etag, request.headers["if-none-match"] == etag {
      return Reply(status: 304, headers: ["ETag": etag])
    }
    let whole = header("Accept-Ranges", "bytes")
    guard let range = request.range(of: bytes.count) else { return whole }
    if range.isEmpty {
      return Reply(status: 416, headers: ["Content-Range": "bytes */\(bytes.count)"])
    }
    if let condition = request.headers["if-range"], condition != etag { return whole }
    var part = whole.header(
      "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
    part.status = 206
    part.body = .bytes(Array(bytes[range]))
    return part
  }

  private static func authorization(_ credentials: (user: String, password: String)) -> String {
    "Basic " + base64(Array("\(credentials.user):\(credentials.password)".utf8))
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) {
        $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0)
      }
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }
}
