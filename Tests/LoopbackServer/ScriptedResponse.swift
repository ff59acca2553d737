/// A scripted response of the server, valid or invalid in any way that a test needs.
package struct ScriptedResponse: Sendable {
  /// The body of a response.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// These bytes, repeated until the client closes the connection.
    case endless([UInt8])
  }

  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: Body
  /// The time to wait before sending the first byte.
  var delay: Duration = .zero
  /// The number of bytes of the body to send before closing the connection, or `nil` to send all.
  var cutAfter: Int?
  /// The number of bytes of the body to send before stalling with the connection open, or `nil`
  /// to send all.
  var stallAfter: Int?
  /// The `Content-Length` to send, or `nil` to send the correct one.
  var claimedLength: Int?
  /// The required credentials, or `nil` if there are none. A request without them gets the
  /// response 401.
  var credentials: (user: String, password: String)?
  /// Whether the response is a static file, which supports ranges (206) and conditional
  /// requests (304).
  var isFile = false

  /// Creates a response that ignores the headers of the request.
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
  ) -> ScriptedResponse {
    var reply = ScriptedResponse(status: 200, headers: ["Content-Type": type], body: .bytes(bytes))
    reply.isFile = true
    if let etag { reply.headers.append(("ETag", "\"\(etag)\"")) }
    return reply
  }

  /// Returns a static file with the given text.
  package static func text(_ text: String, type: String = "text/plain") -> ScriptedResponse {
    .file(Array(text.utf8), type: type)
  }

  /// Returns a response with a status and an optional text. It ignores the headers of the request.
  package static func status(_ status: Int, _ text: String = "") -> ScriptedResponse {
    ScriptedResponse(status: status, body: .bytes(Array(text.utf8)))
  }

  /// Returns a redirect to `address`.
  package static func redirect(to address: String, status: Int = 302) -> ScriptedResponse {
    ScriptedResponse(status: status, headers: ["Location": address])
  }

  /// Returns a response whose body never ends.
  package static func endless(of bytes: [UInt8], type: String = "text/html") -> ScriptedResponse {
    ScriptedResponse(status: 200, headers: ["Content-Type": type], body: .endless(bytes))
  }

  /// Returns the response with a delay before its first byte.
  package func delayed(_ delay: Duration) -> ScriptedResponse { with { $0.delay = delay } }

  /// Returns the response truncated after the given number of bytes of the body: the server
  /// then closes the connection.
  package func cut(after bytes: Int) -> ScriptedResponse { with { $0.cutAfter = bytes } }

  /// Returns the response stalled after the given number of bytes of the body: the server then
  /// sends nothing more, but keeps the connection open.
  package func stalled(after bytes: Int) -> ScriptedResponse { with { $0.stallAfter = bytes } }

  /// Returns the response with only the first `count` bytes of the body, and with the
  /// `Content-Length` of those bytes.
  package func shortened(to count: Int) -> ScriptedResponse {
    guard case .bytes(let bytes) = body else { return self }
    return with { $0.body = .bytes(Array(bytes.prefix(count))) }
  }

  /// Returns the response with `length` as its `Content-Length`, regardless of the actual length.
  package func claimingLength(_ length: Int) -> ScriptedResponse {
    with { $0.claimedLength = length }
  }

  /// Returns the response without support for ranges and conditions: it always contains the
  /// whole file.
  package func withoutRanges() -> ScriptedResponse { with { $0.isFile = false } }

  /// Returns the response protected by basic authentication.
  package func requiring(user: String, password: String) -> ScriptedResponse {
    with { $0.credentials = (user, password) }
  }

  /// Returns the response with an additional header.
  package func header(_ name: String, _ value: String) -> ScriptedResponse {
    with { $0.headers.append((name, value)) }
  }

  /// Returns a copy with the whole file's SHA-256 in `Repr-Digest` (RFC 9530), even if the response
  /// contains only a part.
  package func stating(sha256 digest: [UInt8]) -> ScriptedResponse {
    header("Repr-Digest", "sha-256=:\(Self.base64(digest)):")
  }

  /// Returns a copy that `change` has altered.
  private func with(_ change: (inout ScriptedResponse) -> Void) -> ScriptedResponse {
    var copy = self
    change(&copy)
    return copy
  }
}

extension ScriptedResponse {
  /// Returns the steps that send the response to `request`.
  func steps(answering request: ReceivedRequest) -> [Step] {
    let reply = answering(request)
    return (delay > .zero ? [.wait(delay)] : []) + reply.head
      + (request.method == "HEAD" ? [] : reply.bodySteps)
  }

  /// The steps that send the status line and the headers.
  private var head: [Step] {
    var lines = headers.map { "\($0.name): \($0.value)" }
    switch body {
    case .endless: lines.append("Connection: close")
    // A response with status 304 has no body, but its `Content-Length` would be that of the file.
    case .bytes where status == 304: break
    case .bytes(let bytes): lines.append("Content-Length: \(claimedLength ?? bytes.count)")
    }
    return .head(status, lines)
  }

  /// The steps that send the body.
  private var bodySteps: [Step] {
    switch body {
    case .endless(let bytes): return [.sendForever(bytes)]
    case .bytes(let bytes):
      if let stallAfter { return [.send(Array(bytes.prefix(stallAfter))), .hang] }
      if let cutAfter { return [.send(Array(bytes.prefix(cutAfter))), .close] }
      // After a wrong length, the client cannot find the beginning of the next response, so the
      // server closes the connection.
      let isCorrect = claimedLength == nil || claimedLength == bytes.count
      return isCorrect ? [.send(bytes)] : [.send(bytes), .close]
    }
  }

  /// Returns the response to `request`: one with status 401, 304, 416, or 206, or this one.
  private func answering(_ request: ReceivedRequest) -> ScriptedResponse {
    if let credentials, request.headers["authorization"] != Self.authorization(credentials) {
      return ScriptedResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"test\""])
    }
    guard isFile, case .bytes(let bytes) = body else { return self }
    let etag = headers.first { $0.name == "ETag" }?.value
    if let etag, request.headers["if-none-match"] == etag {
      return ScriptedResponse(status: 304, headers: ["ETag": etag])
    }
    let whole = header("Accept-Ranges", "bytes")
    guard let range = request.range(of: bytes.count) else { return whole }
    if range.isEmpty {
      return ScriptedResponse(status: 416, headers: ["Content-Range": "bytes */\(bytes.count)"])
    }
    if let condition = request.headers["if-range"], condition != etag { return whole }
    var part = whole.header(
      "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
    part.status = 206
    part.body = .bytes(Array(bytes[range]))
    return part
  }

  /// Returns the value of the `Authorization` header for basic authentication.
  static func authorization(_ credentials: (user: String, password: String)) -> String {
    "Basic " + base64(Array("\(credentials.user):\(credentials.password)".utf8))
  }

  /// Returns `bytes` in Base64 with padding.
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
