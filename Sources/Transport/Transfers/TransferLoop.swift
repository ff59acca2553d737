internal import CCurl
internal import Filesystem
internal import Synchronization

/// The one thread that runs all transfers of a client (libcurl-multi(3)).
///
/// One thread, because libcurl then shares connections, names and sessions among all transfers, and a transfer costs no thread.
/// The thread starts with the first transfer and ends with the client.
final class TransferLoop: Sendable {
  private let inbox: TransferQueue

  init(maximumConnectionsPerHost: Int, silence: StallNotice?) {
    inbox = TransferQueue(maximumConnectionsPerHost: maximumConnectionsPerHost, silence: silence)
  }

  deinit { inbox.post(.stop) }

  /// Runs `attempt`. When the task is cancelled, the transfer is taken away before this returns.
  func run(_ attempt: TransferAttempt) async -> TransferOutcome {
    let ticket = TransferID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        inbox.post(.start(attempt, ticket, continuation))
      }
    } onCancel: {
      // The mark is for the start that comes after this, the message for the transfer that runs already.
      ticket.cancel()
      inbox.post(.cancel(ticket))
    }
  }
}

/// Names a transfer from outside the thread that it lives on.
final class TransferID: Sendable {
  private let mark = Atomic(false)

  var isCancelled: Bool { mark.load(ordering: .relaxed) }

  func cancel() { mark.store(true, ordering: .relaxed) }
}

/// What the thread is told.
enum TransferCommand: Sendable {
  case start(TransferAttempt, TransferID, CheckedContinuation<TransferOutcome, Never>)
  case cancel(TransferID)
  case stop
}

/// Where commands wait for the thread.
final class TransferQueue: Sendable {
  private struct State {
    var commands: [TransferCommand] = []
    var isRunning = false
    /// nil while the thread has not made its handle.
    var bell: LoopWakeup?
  }

  private let state = Mutex(State())
  let maximumConnectionsPerHost: Int
  /// nil where nobody wants to know.
  let silence: StallNotice?

  init(maximumConnectionsPerHost: Int, silence: StallNotice?) {
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.silence = silence
  }

  func post(_ command: TransferCommand) {
    let mustStart = state.withLock { state in
      state.commands.append(command)
      state.bell?.ring()
      if state.isRunning { return false }
      guard case .start = command else { return false }
      state.isRunning = true
      return true
    }
    guard mustStart else { return }
    if !BlockingThread.start({ TransferThread(inbox: self).run() }) { refuseAll() }
  }

  func take() -> [TransferCommand] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  func place(_ bell: LoopWakeup?) {
    state.withLock { $0.bell = bell }
  }

  /// The system has no thread for us: nothing can be fetched now, perhaps later.
  func refuseAll() {
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

/// Wakes the thread.
///
/// Sendable by libcurl's word: curl_multi_wakeup(3) alone may be called from any thread. The thread takes the bell out of the inbox,
/// under the same lock that it is rung under, before the handle goes.
@safe struct LoopWakeup: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  init(_ handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

  func ring() { unsafe curl_multi_wakeup(handle) }
}
