internal import Foundation
internal import Synchronization

/// What the server's threads share with it.
final class Shared: Sendable {
  struct State: Sendable {
    var scripts: [String: LoopbackServer.Script] = [:]
    var requests: [ReceivedRequest] = []
    var connections: Set<Int32> = []
    var connectionCount = 0
    /// nil once it is closed. A descriptor stands here and in `connections` as long as its own thread has not closed it, so that
    /// nobody else shuts down a number that was given out again.
    var listener: Int32?
    var isStopped = false
  }

  let state: Mutex<State>
  private let fallback: LoopbackServer.Script

  init(_ fallback: @escaping LoopbackServer.Script, listener: Int32) {
    self.fallback = fallback
    state = Mutex(State(listener: listener))
  }

  /// Serves until the listening socket is shut down.
  func acceptConnections() {
    guard let listener = state.withLock({ $0.listener }) else { return }
    while let connection = Socket.accept(listener) { open(connection) }
    state.withLock { $0.listener = nil }
    Socket.closeSocket(listener)
  }

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

  /// Notes the request and does its path's script, the one with the query first.
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
