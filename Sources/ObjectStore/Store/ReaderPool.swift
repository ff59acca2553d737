internal import Synchronization

/// A pool of idle connections for reading a store.
///
/// For a store in memory, each connection belongs to a copy of the store. A commit outdates all
/// existing copies and starts a new generation of them.
final class ReaderPool: Sendable {
  private struct Idle {
    var connections: [Connection] = []
    var generation = 0
  }

  /// The maximum number of idle connections. Further ones are closed when they are returned.
  static let capacity = 8
  private let idle = Mutex(Idle())

  /// The number of commits to a store in memory so far. Always 0 for a file.
  var generation: Int { idle.withLock { $0.generation } }

  /// Removes an idle connection from the pool and returns it, or returns `nil` if there is none.
  func take() -> Connection? { idle.withLock { $0.connections.popLast() } }

  /// Returns a connection to the pool, or closes it if it is outdated or the pool is full.
  func release(_ connection: Connection) {
    idle.withLock { idle in
      guard connection.generation == idle.generation, idle.connections.count < Self.capacity
      else { return }
      idle.connections.append(connection)
    }
  }

  /// Closes all idle connections and outdates those in use, after a commit to a store in memory.
  func invalidate() {
    idle.withLock { idle in
      idle.generation += 1
      idle.connections.removeAll()
    }
  }
}
