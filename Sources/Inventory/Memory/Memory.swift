internal import Diagnostics
internal import Synchronization

/// The memory that the repositories of an inventory share instead of a store.
///
/// To match the store's behavior with the simplest code, all records are one value that a lock
/// protects.
struct Memory: Sendable {
  private final class Records: Sendable {
    let current = Mutex(MemoryRecords())
  }

  private let records = Records()
  /// The records for all reads, or `nil` if each read sees the current ones.
  private var view: MemoryRecords?

  /// Returns a copy whose reads all see the records of this moment.
  func frozen() -> Memory {
    var frozen = self
    frozen.view = read(\.self)
    return frozen
  }

  /// Runs `body` with a consistent state of the records.
  func read<Value: Sendable>(_ body: (MemoryRecords) -> Value) -> Value {
    body(view ?? records.current.withLock(\.self))
  }

  /// Runs `body`, which changes the records. Discards the changes if `body` throws.
  func write(_ body: (inout MemoryRecords) throws(Problem) -> Void) throws(Problem) {
    try records.current.withLock { current throws(Problem) in
      var changed = current
      try body(&changed)
      current = changed
    }
  }
}
