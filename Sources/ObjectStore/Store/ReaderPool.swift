internal import Synchronization

/// The idle connections for reading a store.
final class ReaderPool: Sendable {
  private struct Idle {
    var connections: [Connection] = []
    var generation = 0
  }

  private static let capacity = 8
  private let idle = Mutex(Idle())

  /// The number of commits to a store in memory. Each one outdates the copies made before it.
  var generation: Int { idle.withLock { $0.generation } }

  /// Removes and returns an idle connection; `nil` if there is none.
  func take() -> Connection? { idle.withLock { $0.connections.popLast() } }

  /// Returns a connection to the pool, or drops it if it is outdated or the pool is full.
  func giveBack(_ connection: Connection) {
    idle.withLock { idle in
      guard connection.generation == idle.generation, idle.connections.count < Self.capacity
      else { return }
      idle.connections.append(connection)
    }
  }

  /// Drops all idle connections and outdates those in use, after a commit to a store in memory.
  func invalidate() {
    idle.withLock { idle in
      idle.generation += 1
      idle.connections.removeAll()
    }
  }
}
