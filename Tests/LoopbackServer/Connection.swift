internal import Foundation

/// One connection: requests are read and answered until either end has had enough.
struct Connection {
  let descriptor: Int32
  let number: Int
  let shared: Shared
  private var unread: [UInt8] = []

  init(descriptor: Int32, number: Int, shared: Shared) {
    self.descriptor = descriptor
    self.number = number
    self.shared = shared
  }

  mutating func serve() {
    while let head = readHead(), let request = Request(head: head, connection: number) {
      let reply = shared.reply(to: request)
      guard write(reply, isHead: request.method == "HEAD") else { return }
      if request.headers["connection"]?.lowercased() == "close" { return }
    }
  }

  /// The text before the empty line. Bodies of requests are not read: nothing here uploads.
  private mutating func readHead() -> String? {
    while true {
      if let end = unread.indices.first(where: { unread[$0...].starts(with: Self.headEnd) }) {
        let head = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeFirst(end + Self.headEnd.count)
        return head
      }
      guard unread.count < 64 * 1024, let more = Socket.receive(descriptor) else { return nil }
      unread += more
    }
  }

  private static let headEnd = Array("\r\n\r\n".utf8)

  /// Whether the connection is good for another request.
  private func write(_ reply: Reply, isHead: Bool) -> Bool {
    if reply.delay > .zero { Thread.sleep(forTimeInterval: reply.delay / .seconds(1)) }
    guard Socket.send(head(of: reply).utf8, to: descriptor) else { return false }
    if isHead { return true }
    switch reply.body {
    case .endless(let bytes):
      while Socket.send(bytes, to: descriptor) {}
      return false
    case .bytes(let bytes):
      if let count = reply.cutAfter ?? reply.stallAfter {
        guard Socket.send(bytes.prefix(count), to: descriptor) else { return false }
        // A stalled connection ends when the client or the server gives up.
        if reply.stallAfter != nil { while Socket.receive(descriptor) != nil {} }
        return false
      }
      guard Socket.send(bytes, to: descriptor) else { return false }
      return (reply.claimedLength ?? bytes.count) == bytes.count
    }
  }

  private func head(of reply: Reply) -> String {
    var lines = ["HTTP/1.1 \(reply.status) \(Self.reason(reply.status))"]
    lines += reply.headers.map { "\($0.name): \($0.value)" }
    switch reply.body {
    case .endless: lines.append("Connection: close")
    case .bytes(let bytes):
      if reply.status != 304 {
        lines.append("Content-Length: \(reply.claimedLength ?? bytes.count)")
      }
    }
    return lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  private static func reason(_ status: Int) -> String {
    reasons[status] ?? "Status"
  }
}

private let reasons = [
  200: "OK", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
  304: "Not Modified", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone",
  416: "Range Not Satisfiable", 429: "Too Many Requests", 500: "Internal Server Error",
  503: "Service Unavailable",
]
