internal import Foundation
internal import Synchronization

/// The state shared by the server and its threads.
final class Shared: Sendable {
  struct State: Sendable {
    var scripts: [String: LoopbackServer.Script] = [:]
    var requests: [ReceivedRequest] = []
    var connections: Set<Int32> = []
    var connectionCount = 0
    /// The listening socket. `nil` once it is closed. A descriptor stays here or in `connections`
    /// until its own thread closes it, so that `stop` never shuts down a reused number.
    var listener: Int32?
    var isStopped = false
  }

  let state: Mutex<State>
  private let fallback: LoopbackServer.Script

  /// Creates the state. `fallback` answers the requests whose path has no script.
  init(_ fallback: @escaping LoopbackServer.Script, listener: Int32) {
    self.fallback = fallback
    state = Mutex(State(listener: listener))
  }

  /// Accepts connections until the listening socket is shut down.
  func acceptConnections() {
    guard let listener = state.withLock({ $0.listener }) else { return }
    while let connection = Socket.accept(listener) { open(connection) }
    state.withLock { $0.listener = nil }
    Socket.closeSocket(listener)
  }

  /// Serves a connection on a thread of its own, or closes it if the server has stopped.
  private func open(_ descriptor: Int32) {
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
      self.state.withLock { _ = $0.connections.remove(descriptor) }
      Socket.closeSocket(descriptor)
    }
  }

  /// Records the request and returns its script's steps. A script for the path with its query
  /// takes precedence over one without.
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
