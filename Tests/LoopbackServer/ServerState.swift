internal import Foundation
internal import Synchronization

/// The state that the server shares with its threads. The threads retain this state but not the
/// server, so that the server can be deallocated.
final class ServerState: Sendable {
  /// The mutable state, protected by the mutex.
  struct State: Sendable {
    /// The scripts by path.
    var scripts: [String: LoopbackServer.Script] = [:]
    var requests: [ReceivedRequest] = []
    /// The descriptors of the open connections.
    var connections: Set<Int32> = []
    /// The number of accepted connections, including closed ones.
    var connectionCount = 0
    /// The listening socket, or `nil` once it is closed. A descriptor stays here or in
    /// `connections` until its own thread closes it, so that `stop` never shuts down a
    /// descriptor that the system has reused.
    var listener: Int32?
    var isStopped = false
  }

  let state: Mutex<State>
  /// The script for all paths that have none of their own.
  private let fallback: LoopbackServer.Script

  /// Creates the state of a running server. `fallback` handles the requests whose path has
  /// no script.
  init(_ fallback: @escaping LoopbackServer.Script, listener: Int32) {
    self.fallback = fallback
    state = Mutex(State(listener: listener))
  }

  /// Accepts connections until the listening socket is shut down, then closes it.
  func acceptConnections() {
    guard let listener = state.withLock({ $0.listener }) else { return }
    while let connection = Socket.accept(listener) { serve(connection) }
    state.withLock { $0.listener = nil }
    Socket.closeSocket(listener)
  }

  /// Serves a connection on its own thread, or closes it if the server has stopped.
  private func serve(_ descriptor: Int32) {
    let number = state.withLock { state -> Int? in
      if state.isStopped { return nil }
      state.connections.insert(descriptor)
      state.connectionCount += 1
      return state.connectionCount
    }
    guard let number else { return Socket.closeSocket(descriptor) }
    Thread.detachNewThread {
      var connection = Connection(descriptor: descriptor, number: number, serverState: self)
      connection.serve()
      self.state.withLock { _ = $0.connections.remove(descriptor) }
      Socket.closeSocket(descriptor)
    }
  }

  /// Records the request and returns the steps of its script. A script for the path with its
  /// query takes precedence over one without the query.
  func steps(answering request: ReceivedRequest) -> [Step] {
    let (numbered, script) = state.withLock { state in
      var numbered = request
      numbered.number = state.requests.count
      state.requests.append(numbered)
      let path = String(request.path.prefix { $0 != "?" })
      return (numbered, state.scripts[request.path] ?? state.scripts[path] ?? fallback)
    }
    return script(numbered)
  }
}
