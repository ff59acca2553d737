internal import Diagnostics
internal import Synchronization

/// The memory that the repositories of an inventory share, in place of a store.
///
/// It has the store's meaning with the simplest code: all records are one value behind a lock.
struct Memory: Sendable {
  private final class Records: Sendable {
    let current = Mutex(MemoryRecords())
  }

  private let records = Records()
  /// The records for all reads, or `nil` if each read sees the current ones.
  private var view: MemoryRecords?

  /// Returns the memory with reads that all see the current records.
  func frozen() -> Memory {
    var frozen = self
    frozen.view = read(\.self)
    return frozen
  }

  /// Runs `body` with one state of the records.
  func read<Value: Sendable>(_ body: (MemoryRecords) -> Value) -> Value {
    body(view ?? records.current.withLock(\.self))
  }

  /// Runs `body`, which changes the records. If it throws, nothing is changed.
  func write(_ body: (inout MemoryRecords) throws(Problem) -> Void) throws(Problem) {
    try records.current.withLock { current throws(Problem) in
      var changed = current
      try body(&changed)
      current = changed
    }
  }
}
