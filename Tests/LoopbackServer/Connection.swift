internal import Foundation

/// A connection that answers requests until either end closes it.
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

  /// Answers requests until the client or the script ends the connection.
  mutating func serve() {
    while let head = readHead(), let request = ReceivedRequest(head: head, connection: number) {
      for step in shared.steps(answering: request) where !perform(step) { return }
      if request.headers["connection"]?.lowercased() == "close" { return }
    }
  }

  /// Reads up to the empty line and returns the text before it. Does not read bodies, because no
  /// test uploads anything.
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

  /// Performs a step. Returns whether the connection can be used further.
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
