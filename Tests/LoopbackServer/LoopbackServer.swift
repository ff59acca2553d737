internal import Foundation
internal import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that says what the test scripted and remembers what it was asked.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.serve("/ruff.whl", .file(wheel.bytes, etag: "1"))
/// server.serve("/flaky", .status(503), .text("now it works"))   // in turn; the last one stays
/// server.serve("/cut", .file(bytes).cut(after: 100))
/// … server.address + "/ruff.whl" …
/// #expect(server.requests.map(\.path) == ["/ruff.whl"])
/// ```
/// A path that nothing was scripted for is 404. The server stops when its owner lets it go.
package final class LoopbackServer: Sendable {
  package struct CannotListen: Error {}

  package let port: Int
  private let listener: Int32
  private let shared = Shared()

  package init() throws(CannotListen) {
    guard let (descriptor, port) = Socket.listen() else { throw CannotListen() }
    listener = descriptor
    self.port = port
    // The thread holds what it needs and not the server, so that the server can go.
    let shared = shared
    Thread.detachNewThread {
      while let connection = Socket.accept(descriptor) { shared.open(connection) }
    }
  }

  deinit { stop() }

  /// `http://127.0.0.1:41231`
  package var address: String { "http://127.0.0.1:\(port)" }

  /// Scripts `path`: one reply a request, and the last one from then on.
  package func serve(_ path: String, _ replies: Reply...) {
    shared.state.withLock { $0.replies[path] = replies[...] }
  }

  /// Scripts `path` with a reply that is made for each request, after it was noted in `requests`.
  package func serve(_ path: String, _ answer: @escaping @Sendable (Request) -> Reply) {
    shared.state.withLock { $0.answers[path] = answer }
  }

  /// All requests so far, in the order in which their heads were complete.
  package var requests: [Request] { shared.state.withLock { $0.requests } }

  package func forgetRequests() {
    shared.state.withLock { $0.requests.removeAll() }
  }

  /// Connections that were made so far.
  package var connectionCount: Int { shared.state.withLock { $0.connectionCount } }

  /// Closes the port and every connection: whoever asks from now on is refused.
  package func stop() {
    let isFirst = shared.state.withLock { state in
      defer { state.isStopped = true }
      for connection in state.connections { Socket.shutDown(connection) }
      return !state.isStopped
    }
    if isFirst {
      Socket.shutDown(listener)
      Socket.closeSocket(listener)
    }
  }
}

/// What the server's threads share with it.
final class Shared: Sendable {
  struct State: Sendable {
    var replies: [String: ArraySlice<Reply>] = [:]
    var answers: [String: @Sendable (Request) -> Reply] = [:]
    var requests: [Request] = []
    var connections: Set<Int32> = []
    var connectionCount = 0
    var isStopped = false
  }

  let state = Mutex(State())

  func open(_ descriptor: Int32) {
    let number = state.withLock { state -> Int? in
      if state.isStopped { return nil }
      state.connections.insert(descriptor)
      state.connectionCount += 1
      return state.connectionCount
    }
    guard let number else { return Socket.closeSocket(descriptor) }
    Thread.detachNewThread {
      var connection = Connection(descriptor: descriptor, number: number, shared: self)
      connection.serve()
      // Forgotten before it is closed, so that `stop` never shuts down a number that was given out again.
      self.state.withLock { _ = $0.connections.remove(descriptor) }
      Socket.closeSocket(descriptor)
    }
  }

  /// Notes the request and chooses its reply.
  func reply(to request: Request) -> Reply {
    let path = String(request.path.prefix { $0 != "?" })
    let answer = state.withLock { state -> @Sendable (Request) -> Reply in
      state.requests.append(request)
      if let answer = state.answers[request.path] ?? state.answers[path] { return answer }
      let key = state.replies[request.path] == nil ? path : request.path
      guard let replies = state.replies[key], let next = replies.first else {
        return { _ in .status(404, "not found\n") }
      }
      if replies.count > 1 { state.replies[key] = replies.dropFirst() }
      return { _ in next }
    }
    return answer(request).answering(request)
  }
}
