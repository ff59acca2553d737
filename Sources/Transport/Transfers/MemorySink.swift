internal import Synchronization

/// Keeps a response in memory, up to a limit.
final class MemorySink: ResponseSink {
  private struct State {
    var bytes: [UInt8] = []
    /// Whether the received or announced size exceeds the limit.
    var exceedsLimit = false
  }

  private let state = Mutex(State())
  private let limit: Int

  var acceptsCompression: Bool { true }

  init(limit: Int) { self.limit = limit }

  var received: Int { state.withLock { $0.bytes.count } }

  /// Returns the bytes received and releases them.
  func take() -> [UInt8] {
    state.withLock { state in
      defer { state.bytes = [] }
      return state.bytes
    }
  }

  func begin(_ head: ResponseHead) -> Bool {
    state.withLock { state in
      state = State()
      // This check is only an early exit, because the announced length is that of the compressed
      // body. `receive` checks the exact size.
      state.exceedsLimit = head.contentLength ?? 0 > limit
      if !state.exceedsLimit { state.bytes.reserveCapacity(head.contentLength ?? 0) }
      return !state.exceedsLimit
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      state.exceedsLimit = state.bytes.count + bytes.count > limit
      if !state.exceedsLimit { unsafe state.bytes.append(contentsOf: bytes) }
      return !state.exceedsLimit
    }
  }

  /// Returns `request` unchanged: a response in memory is always fetched again from its start.
  func continuing(_ request: HTTPRequest) -> HTTPRequest { request }

  func failure(of response: FinalResponse, attempts: Int) -> TransportError? {
    state.withLock { $0.exceedsLimit } ? .tooLarge(address: response.address, limit: limit) : nil
  }
}
