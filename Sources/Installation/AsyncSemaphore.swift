internal import Synchronization

/// Limits the number of operations that run at once. Others wait in order of arrival.
final class AsyncSemaphore: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Creates a semaphore with `count` slots, but at least one.
  init(_ count: Int) {
    state = Mutex(State(free: max(1, count)))
  }

  /// Runs `work` as soon as a slot is free.
  func run<Value: Sendable, Failure: Error>(
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await acquire()
    defer { release() }
    return try await work()
  }

  /// Waits for a free slot and takes it.
  private func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the slot to the longest-waiting task, or frees it.
  private func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
