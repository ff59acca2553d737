internal import Foundation
internal import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that says what the test scripted and remembers what it was asked.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.serve("/ruff.whl", .file(wheel.bytes, etag: "1"))
/// server.serve("/flaky", .status(503), .text("now it works"))   // in turn; the last one stays
/// server.serve("/cut", .file(bytes).cut(after: 100))
/// … server.address("/ruff.whl") …
/// #expect(server.requests.map(\.path) == ["/ruff.whl"])
/// ```
/// A path that nothing was scripted for is 404. The server stops when its owner lets it go.
package final class LoopbackServer: Sendable {
  package struct CannotListen: Error {}

  package let port: Int
  private let shared: Shared

  package typealias Script = @Sendable (ReceivedRequest) -> [Step]

  /// A server whose paths are scripted with `serve`.
  package convenience init() throws(CannotListen) {
    try self.init { _ in .answer(404, [], Array("not found\n".utf8)) }
  }

  /// A server that does what `script` says for every request whose path has no script of its own.
  package init(_ script: @escaping Script) throws(CannotListen) {
    guard let (listener, port) = Socket.listen() else { throw CannotListen() }
    self.port = port
    shared = Shared(script, listener: listener)
    // The thread holds what it needs and not the server, so that the server can go.
    let shared = shared
    Thread.detachNewThread { shared.acceptConnections() }
  }

  deinit { stop() }

  /// `http://127.0.0.1:41231/page` for `/page`.
  package func address(_ path: String = "") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Scripts `path`: one reply a request, and the last one from then on.
  package func serve(_ path: String, _ replies: Reply...) {
    let turns = Mutex(replies[...])
    serve(path) { _ in
      turns.withLock { turns in
        let next = turns.first ?? .status(404)
        if turns.count > 1 { turns.removeFirst() }
        return next
      }
    }
  }

  /// Scripts `path` with a reply that is made for each request, after it was noted in `requests`.
  package func serve(_ path: String, _ answer: @escaping @Sendable (ReceivedRequest) -> Reply) {
    let script: Script = { answer($0).steps(answering: $0) }
    shared.state.withLock { $0.scripts[path] = script }
  }

  /// All requests so far, in the order in which their heads were complete.
  package var requests: [ReceivedRequest] { shared.state.withLock { $0.requests } }

  package func forgetRequests() {
    shared.state.withLock { $0.requests.removeAll() }
  }

  /// Connections that were made so far.
  package var connectionCount: Int { shared.state.withLock { $0.connectionCount } }

  /// Closes the port and every connection: whoever asks from now on is refused.
  package func stop() {
    shared.state.withLock { state in
      state.isStopped = true
      for descriptor in state.connections.union(state.listener.map { [$0] } ?? []) {
        Socket.shutDown(descriptor)
      }
    }
  }
}
