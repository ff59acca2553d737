internal import Diagnostics
internal import Synchronization

/// The memory that the repositories of an inventory share instead of a store.
///
/// It behaves like the store, with the simplest code: a lock protects a single value that contains
/// all records.
struct Memory: Sendable {
  private final class Records: Sendable {
    let current = Mutex(MemoryRecords())
  }

  private let records = Records()
  /// The records that all reads see, or `nil` if each read sees the current records.
  private var view: MemoryRecords?

  /// Returns a memory whose reads all see the current records.
  func frozen() -> Memory {
    var frozen = self
    frozen.view = read(\.self)
    return frozen
  }

  /// Runs `body` with a consistent state of the records.
  func read<Value: Sendable>(_ body: (MemoryRecords) -> Value) -> Value {
    body(view ?? records.current.withLock(\.self))
  }

  /// Runs `body`, which changes the records. If `body` throws, discards its changes.
  func write(_ body: (inout MemoryRecords) throws(Problem) -> Void) throws(Problem) {
    try records.current.withLock { current throws(Problem) in
      var changed = current
      try body(&changed)
      current = changed
    }
  }
}
