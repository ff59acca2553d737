internal import Synchronization

/// The connections that nobody reads with at the moment.
final class ReaderPool: Sendable {
  private struct Idle {
    var connections: [Connection] = []
    var generation = 0
  }

  private static let capacity = 8
  private let idle = Mutex(Idle())

  /// Counts the commits of a store in memory, each of which outdates the copies that were made before.
  var generation: Int { idle.withLock { $0.generation } }

  func take() -> Connection? { idle.withLock { $0.connections.popLast() } }

  func giveBack(_ connection: Connection) {
    idle.withLock { idle in
      guard connection.generation == idle.generation, idle.connections.count < Self.capacity
      else { return }
      idle.connections.append(connection)
    }
  }

  func invalidate() {
    idle.withLock { idle in
      idle.generation += 1
      idle.connections.removeAll()
    }
  }
}
