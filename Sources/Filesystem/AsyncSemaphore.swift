internal import Synchronization

/// Limits the number of operations that run at once. Others wait in order of arrival.
package final class AsyncSemaphore: Sendable {
  /// A waiting operation. Its continuation receives whether it got a slot.
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var free: Int
    var waiting: [Waiter] = []
    /// The number of operations that have had to wait so far.
    var arrivals = 0
    /// The numbers of operations that were canceled while they were not waiting.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  /// Creates a semaphore with `count` slots, but at least one.
  package init(_ count: Int) {
    state = Mutex(State(free: max(1, count)))
  }

  /// Runs `work` as soon as a slot is free, even if the task is canceled by then.
  package func run<Value: Sendable, Failure: Error>(
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    _ = await acquire(nextNumber())
    defer { release() }
    return try await work()
  }

  /// Runs `work` as soon as a slot is free, or returns `nil` if the task is canceled before that.
  package func runUnlessCancelled<Value: Sendable, Failure: Error>(
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    let number = nextNumber()
    let hasSlot = await withTaskCancellationHandler {
      await acquire(number)
    } onCancel: {
      cancel(number)
    }
    // If the cancellation came after the slot was granted, the number is still noted.
    state.withLock { _ = $0.cancelled.remove(number) }
    guard hasSlot else { return nil }
    defer { release() }
    return try await work()
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.arrivals += 1
      return state.arrivals
    }
  }

  /// Waits for a free slot and takes it. Returns `false` if the wait is canceled first.
  private func acquire(_ number: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let hasSlot: Bool? = state.withLock { state in
        if state.cancelled.remove(number) != nil { return false }
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(Waiter(number: number, continuation: continuation))
        return nil
      }
      if let hasSlot { continuation.resume(returning: hasSlot) }
    }
  }

  /// Ends the wait of an operation without a slot. Has no effect after it got one.
  private func cancel(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.waiting.remove(at: index)
    }
    waiter?.continuation.resume(returning: false)
  }

  /// Passes the slot to the longest-waiting operation, or frees it.
  private func release() {
    let next = state.withLock { state -> Waiter? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
