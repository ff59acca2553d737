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
    var isStopped = false
  }

  let state: Mutex<State>
  /// The listening socket. Its thread closes it.
  private let listener: Int32
  /// The pipe that ends that thread as soon as it contains a byte.
  private let stopping = Pipe()
  /// Signaled once the thread has ended.
  private let hasEnded = DispatchSemaphore(value: 0)
  /// The script for all paths that have none of their own.
  private let fallback: LoopbackServer.Script

  /// Creates the state of a running server. `fallback` handles the requests whose path has
  /// no script.
  init(_ fallback: @escaping LoopbackServer.Script, listener: Int32) {
    self.fallback = fallback
    self.listener = listener
    state = Mutex(State())
  }

  /// Accepts connections until the server stops, then closes the listening socket.
  func acceptConnections() {
    let stop = stopping.fileHandleForReading.fileDescriptor
    while let connection = Socket.accept(listener, until: stop) { serve(connection) }
    Socket.closeSocket(listener)
    hasEnded.signal()
  }

  /// Closes the listening socket and shuts down all connections.
  func stop() {
    let isFirst = state.withLock { state in
      if state.isStopped { return false }
      state.isStopped = true
      // A descriptor stays here until its own thread closes it, so it is not yet another file.
      for descriptor in state.connections { Socket.shutDown(descriptor) }
      return true
    }
    guard isFirst else { return }
    // A program that a test has started may hold the pipe open, so closing it would not be enough.
    stopping.fileHandleForWriting.write(Data([0]))
    hasEnded.wait()
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
