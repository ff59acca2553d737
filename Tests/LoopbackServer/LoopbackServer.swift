internal import Foundation
internal import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that sends scripted replies and records its requests.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.serve("/ruff.whl", .file(wheel.bytes, etag: "1"))
/// server.serve("/flaky", .status(503), .text("now it works"))   // in order; the last one repeats
/// server.serve("/cut", .file(bytes).cut(after: 100))
/// … server.address("/ruff.whl") …
/// #expect(server.requests.map(\.path) == ["/ruff.whl"])
/// ```
///
/// A path without a script is 404. The server stops when it is deallocated.
package final class LoopbackServer: Sendable {
  /// The system refused to open a listening socket.
  package struct CannotListen: Error {}

  package let port: Int
  private let shared: Shared

  /// Returns the steps that answer a request.
  package typealias Script = @Sendable (ReceivedRequest) -> [Step]

  /// Starts a server whose paths are scripted with `serve`.
  package convenience init() throws(CannotListen) {
    try self.init { _ in .answer(404, [], Array("not found\n".utf8)) }
  }

  /// Starts a server that uses `script` for every request whose path has no script of its own.
  package init(_ script: @escaping Script) throws(CannotListen) {
    guard let (listener, port) = Socket.listen() else { throw CannotListen() }
    self.port = port
    shared = Shared(script, listener: listener)
    // The thread must not retain the server, which would then never be deallocated.
    let shared = shared
    Thread.detachNewThread { shared.acceptConnections() }
  }

  deinit { stop() }

  /// Returns the URL of a path: `http://127.0.0.1:41231/page` for `/page`.
  package func address(_ path: String = "") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Scripts `path` with one reply for each request. The last one repeats.
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

  /// Scripts `path` with a closure that returns the reply. It runs after the request was
  /// recorded in ``requests``.
  package func serve(_ path: String, _ answer: @escaping @Sendable (ReceivedRequest) -> Reply) {
    let script: Script = { answer($0).steps(answering: $0) }
    shared.state.withLock { $0.scripts[path] = script }
  }

  /// All requests so far, in the order in which their heads were complete.
  package var requests: [ReceivedRequest] { shared.state.withLock { $0.requests } }

  /// Clears ``requests``, so that a test can check only what follows.
  package func forgetRequests() {
    shared.state.withLock { $0.requests.removeAll() }
  }

  /// The number of accepted connections so far.
  package var connectionCount: Int { shared.state.withLock { $0.connectionCount } }

  /// Closes the port and every connection. Later requests are refused.
  package func stop() {
    shared.state.withLock { state in
      state.isStopped = true
      for descriptor in state.connections.union(state.listener.map { [$0] } ?? []) {
        Socket.shutDown(descriptor)
      }
    }
  }
}
