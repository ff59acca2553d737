/// A reply of the server, valid or broken in any way that a test needs.
package struct Reply: Sendable {
  /// The body of a reply.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// The bytes repeated until the client closes the connection.
    case endless([UInt8])
  }

  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: Body
  /// The time to wait before the first byte of the reply.
  var delay: Duration = .zero
  /// The number of body bytes to send before closing the connection.
  var cutAfter: Int?
  /// The number of body bytes to send before stalling with the connection open.
  var stallAfter: Int?
  /// The `Content-Length` to send instead of the correct one.
  var claimedLength: Int?
  /// The required credentials. Requests without them get 401.
  var credentials: (user: String, password: String)?
  /// Whether ranges get 206 and unchanged entities 304.
  var isFile = false

  /// Creates a reply without any special behavior.
  package init(
    status: Int, headers: KeyValuePairs<String, String> = [:], body: Body = .bytes([])
  ) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body
  }

  /// Returns a static file, which supports HEAD, single ranges, and `If-None-Match`.
  package static func file(
    _ bytes: [UInt8], type: String = "application/octet-stream", etag: String? = nil
  ) -> Reply {
    var reply = Reply(status: 200, headers: ["Content-Type": type], body: .bytes(bytes))
    reply.isFile = true
    if let etag { reply.headers.append(("ETag", "\"\(etag)\"")) }
    return reply
  }

  /// Returns a static file with the given text.
  package static func text(_ text: String, type: String = "text/plain") -> Reply {
    .file(Array(text.utf8), type: type)
  }

  /// Returns a reply with a status and an optional text, regardless of the request's headers.
  package static func status(_ status: Int, _ text: String = "") -> Reply {
    Reply(status: status, body: .bytes(Array(text.utf8)))
  }

  /// Returns a redirect to `address`.
  package static func redirect(to address: String, status: Int = 302) -> Reply {
    Reply(status: status, headers: ["Location": address])
  }

  /// Returns a reply whose body never ends.
  package static func endless(of bytes: [UInt8], type: String = "text/html") -> Reply {
    Reply(status: 200, headers: ["Content-Type": type], body: .endless(bytes))
  }

  /// Returns the reply with a delay before its first byte.
  package func delayed(_ delay: Duration) -> Reply { with { $0.delay = delay } }

  /// Returns the reply cut off after the given number of body bytes, with the connection closed.
  package func cut(after bytes: Int) -> Reply { with { $0.cutAfter = bytes } }

  /// Returns the reply stalled after the given number of body bytes, with the connection open.
  package func stalled(after bytes: Int) -> Reply { with { $0.stallAfter = bytes } }

  /// Returns the reply with only the first `count` bytes of the body, and a matching length.
  package func shortened(to count: Int) -> Reply {
    guard case .bytes(let bytes) = body else { return self }
    return with { $0.body = .bytes(Array(bytes.prefix(count))) }
  }

  /// Returns the reply with `length` as its `Content-Length`, whatever the length of the body.
  package func claimingLength(_ length: Int) -> Reply { with { $0.claimedLength = length } }

  /// Returns the reply with ranges and conditions ignored: it always contains the whole file.
  package func withoutRanges() -> Reply { with { $0.isFile = false } }

  /// Returns the reply protected by basic authentication.
  package func requiring(user: String, password: String) -> Reply {
    with { $0.credentials = (user, password) }
  }

  /// Returns the reply with an additional header.
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
  /// Returns the steps that send this reply to `request`.
  func steps(answering request: ReceivedRequest) -> [Step] {
    let reply = answering(request)
    return (delay > .zero ? [.wait(delay)] : []) + reply.head
      + (request.method == "HEAD" ? [] : reply.bodySteps)
  }

  private var head: [Step] {
    var lines = headers.map { "\($0.name): \($0.value)" }
    switch body {
    case .endless: lines.append("Connection: close")
    // A 304 has no body. Its `Content-Length` would be that of the file.
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
      // After a wrong length, the client cannot tell where the next reply begins.
      let isTrue = claimedLength == nil || claimedLength == bytes.count
      return isTrue ? [.send(bytes)] : [.send(bytes), .close]
    }
  }

  /// Returns the reply that matches the request's headers: 401, 304, 206, 416, or this one.
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
