internal import CCurl
internal import Filesystem
internal import Synchronization

/// The thread that runs all transfers of a client (libcurl-multi(3)).
///
/// A single thread lets libcurl share connections, DNS results, and TLS sessions among all
/// transfers, and a transfer needs no thread of its own. The thread starts with the first transfer
/// and ends with the client.
final class TransferLoop: Sendable {
  private let inbox: TransferQueue

  init(maximumConnectionsPerHost: Int, stallTimer: StallNotice?, minimumSpeed: MinimumSpeed) {
    inbox = TransferQueue(
      maximumConnectionsPerHost: maximumConnectionsPerHost, stallTimer: stallTimer,
      minimumSpeed: minimumSpeed)
  }

  deinit { inbox.post(.stop) }

  /// Runs `attempt`. If the task is canceled, this returns after the transfer has been removed.
  func run(_ attempt: TransferAttempt) async -> TransferOutcome {
    let id = TransferID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        inbox.post(.start(attempt, id, continuation))
      }
    } onCancel: {
      // The flag cancels a transfer whose start is still queued. The command cancels one that
      // already runs.
      id.cancel()
      inbox.post(.cancel(id))
    }
  }
}

/// Identifies a transfer outside the transfer thread, and records its cancellation.
final class TransferID: Sendable {
  private let mark = Atomic(false)

  var isCancelled: Bool { mark.load(ordering: .relaxed) }

  func cancel() { mark.store(true, ordering: .relaxed) }
}

/// A command for the transfer thread.
enum TransferCommand: Sendable {
  case start(TransferAttempt, TransferID, CheckedContinuation<TransferOutcome, Never>)
  case cancel(TransferID)
  case stop
}

/// The queue of commands for the transfer thread.
final class TransferQueue: Sendable {
  private struct State {
    var commands: [TransferCommand] = []
    var isRunning = false
    /// Wakes the thread. `nil` until the thread has created its handle.
    var wakeup: LoopWakeup?
  }

  private let state = Mutex(State())
  let maximumConnectionsPerHost: Int
  /// The function that receives reports of silence, or `nil` if silence is not reported.
  let stallTimer: StallNotice?
  let minimumSpeed: MinimumSpeed

  init(maximumConnectionsPerHost: Int, stallTimer: StallNotice?, minimumSpeed: MinimumSpeed) {
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.stallTimer = stallTimer
    self.minimumSpeed = minimumSpeed
  }

  /// Queues a command and wakes the thread. The first transfer starts the thread.
  func post(_ command: TransferCommand) {
    let mustStart = state.withLock { state in
      state.commands.append(command)
      state.wakeup?.wake()
      if state.isRunning { return false }
      guard case .start = command else { return false }
      state.isRunning = true
      return true
    }
    guard mustStart else { return }
    if !BlockingThread.start({ TransferThread(inbox: self).run() }) { failAll() }
  }

  /// Removes and returns the queued commands.
  func take() -> [TransferCommand] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Sets the value that wakes the thread, or `nil` before the handle of the thread is freed.
  func setWakeup(_ wakeup: LoopWakeup?) {
    state.withLock { $0.wakeup = wakeup }
  }

  /// Fails all queued transfers. Call this if the thread or libcurl cannot start. Later attempts
  /// may succeed.
  func failAll() {
    let commands = state.withLock { state in
      defer { state = State() }
      return state.commands
    }
    for case .start(_, _, let continuation) in commands {
      let code = CURLE_FAILED_INIT.rawValue
      continuation.resume(
        returning: TransferOutcome(end: .failed(code: code, detail: "", wasConnected: false)))
    }
  }
}

/// Wakes the transfer thread.
///
/// Sendable because curl_multi_wakeup(3), unlike other libcurl calls, may be called from any
/// thread. The transfer thread removes this value from the queue before it frees the handle. The
/// queue's mutex guards the removal and every call of `wake`, so `wake` never uses a freed handle.
@safe struct LoopWakeup: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  init(_ handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

  func wake() { unsafe curl_multi_wakeup(handle) }
}
