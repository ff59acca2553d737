internal import Foundation
internal import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that sends scripted responses and records its requests.
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
/// The response for a path without a script is 404. The server stops when it is deallocated.
package final class LoopbackServer: Sendable {
  /// The system could not open a listening socket.
  package struct CannotListen: Error {}

  /// The port that the system has chosen.
  package let port: Int
  private let serverState: ServerState

  /// A function that returns the steps of the response to a request.
  package typealias Script = @Sendable (ReceivedRequest) -> [Step]

  /// Starts a server whose paths are scripted with `serve`. The response for other paths is 404.
  package convenience init() throws(CannotListen) {
    try self.init { ScriptedResponse.status(404, "not found\n").steps(answering: $0) }
  }

  /// Starts a server that calls `script` for each request whose path has no script of its own.
  package init(_ script: @escaping Script) throws(CannotListen) {
    guard let (listener, port) = Socket.listen() else { throw CannotListen() }
    self.port = port
    serverState = ServerState(script, listener: listener)
    // The thread must not retain the server. Otherwise the server would never be deallocated.
    let serverState = serverState
    Thread.detachNewThread { serverState.acceptConnections() }
  }

  deinit { stop() }

  /// Returns the URL of a path, such as `http://127.0.0.1:41231/page` for `/page`.
  package func address(_ path: String = "") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Scripts `path` with one response for each request. The last response repeats.
  package func serve(_ path: String, _ replies: ScriptedResponse...) {
    let turns = Mutex(replies[...])
    serve(path) { _ in
      turns.withLock { turns in
        let next = turns.first ?? .status(404)
        if turns.count > 1 { turns.removeFirst() }
        return next
      }
    }
  }

  /// Scripts `path` with a closure that returns the response. The closure is called after the
  /// request is recorded in ``requests``.
  package func serve(
    _ path: String, _ answer: @escaping @Sendable (ReceivedRequest) -> ScriptedResponse
  ) {
    let script: Script = { answer($0).steps(answering: $0) }
    serverState.state.withLock { $0.scripts[path] = script }
  }

  /// Returns whether a path is scripted.
  package func serves(_ path: String) -> Bool {
    serverState.state.withLock { $0.scripts[path] != nil }
  }

  /// All requests so far, in the order in which their heads were received completely.
  package var requests: [ReceivedRequest] { serverState.state.withLock { $0.requests } }

  /// Clears ``requests``, so that a test can check only later ones.
  package func forgetRequests() {
    serverState.state.withLock { $0.requests.removeAll() }
  }

  /// Clears all ``requests`` except the first ones.
  ///
  /// - Parameter count: The number of requests to keep.
  package func forgetRequests(after count: Int) {
    serverState.state.withLock { state in
      state.requests.removeLast(max(0, state.requests.count - count))
    }
  }

  /// The number of accepted connections so far.
  package var connectionCount: Int { serverState.state.withLock { $0.connectionCount } }

  /// Closes the listening socket and shuts down all connections. Later connections are refused. Has
  /// no effect if the server has stopped.
  package func stop() { serverState.stop() }
}
