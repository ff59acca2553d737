internal import Foundation

/// A connection whose requests are served until either end closes it.
struct Connection {
  let descriptor: Int32
  /// The number of the connection, counted from 1.
  let number: Int
  let serverState: ServerState
  /// The received bytes after the last request that was read.
  private var unread: [UInt8] = []

  init(descriptor: Int32, number: Int, serverState: ServerState) {
    self.descriptor = descriptor
    self.number = number
    self.serverState = serverState
  }

  /// Serves requests until the client, a step, or an invalid request ends the connection. The
  /// caller closes the descriptor.
  mutating func serve() {
    while let head = readHead(), var request = ReceivedRequest(head: head, connection: number) {
      guard let body = readBody(of: request) else { return }
      request.body = body
      for step in serverState.steps(answering: request) where !perform(step) { return }
      if request.headers["connection"]?.lowercased() == "close" { return }
    }
  }

  /// Reads the head of the next request, and returns it without the empty line that ends it.
  /// Returns `nil` at the end of the connection, and for a head of more than 64 KiB.
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

  /// Reads the body of a request with a `Content-Length`, for which its client may wait to be
  /// asked. Returns `nil` at the end of the connection.
  private mutating func readBody(of request: ReceivedRequest) -> [UInt8]? {
    let count = request.headers["content-length"].flatMap { Int($0) } ?? 0
    if request.headers["expect"] != nil,
      !Socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: descriptor)
    {
      return nil
    }
    while unread.count < count {
      guard let more = Socket.receive(descriptor) else { return nil }
      unread += more
    }
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }

  /// The end of the last header line and the empty line after it.
  private static let headEnd = Array("\r\n\r\n".utf8)

  /// Performs a step. Returns whether the connection can still be used.
  private func perform(_ step: Step) -> Bool {
    switch step {
    case .send(let bytes):
      return Socket.send(bytes, to: descriptor)
    case .sendForever(let bytes):
      while Socket.send(bytes, to: descriptor) {}
      return false
    case .wait(let duration):
      Thread.sleep(forTimeInterval: duration / .seconds(1))
      return true
    case .hang:
      while Socket.receive(descriptor) != nil {}
      return false
    case .close:
      return false
    case .reset:
      Socket.resetWhenClosed(descriptor)
      return false
    }
  }
}
