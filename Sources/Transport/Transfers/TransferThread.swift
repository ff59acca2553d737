internal import CCurl
internal import Cryptography

/// The event loop of the transfer thread.
@safe final class TransferThread {
  private let inbox: TransferQueue
  private let multi: UnsafeMutableRawPointer?
  /// The handle through which the transfers share TLS sessions.
  private let share: UnsafeMutableRawPointer?
  /// The running transfers.
  private var transfers: [EasyHandle.ID: Transfer] = [:]
  private let stallTimer: StallTimer
  private let speed: TransferSpeed

  /// How long the thread sleeps if libcurl has no earlier timer. Commands also wake it.
  private static let longestSleepInMilliseconds: Int32 = 60_000
  /// How long the thread sleeps while transfers run, whose speed it must check.
  private static let longestBusySleepInMilliseconds: Int32 = 500

  /// Whether libcurl is initialized: curl_global_init(3) runs once per process.
  private static let isReady: Bool = {
    SHA256.prepareLibrary()
    return curl_global_init(Int(CURL_GLOBAL_SSL)) == CURLE_OK
  }()

  init(inbox: TransferQueue) {
    self.inbox = inbox
    stallTimer = StallTimer(inbox.stallTimer)
    speed = TransferSpeed(inbox.minimumSpeed)
    unsafe multi = Self.isReady ? curl_multi_init() : nil
    unsafe share = curl_share_init()
  }

  /// Runs transfers until the queue delivers `stop`.
  func run() {
    guard let multi = unsafe multi else { return inbox.failAll() }
    unsafe bootstrap_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    unsafe bootstrap_curl_multi_set_long(
      multi, CURLMOPT_MAX_HOST_CONNECTIONS, inbox.maximumConnectionsPerHost)
    // A multi handle shares connections and DNS results by itself, but TLS sessions only through
    // a share handle. A single thread needs no lock functions.
    unsafe bootstrap_curl_share_set_long(
      share, CURLSHOPT_SHARE, Int(CURL_LOCK_DATA_SSL_SESSION.rawValue))
    unsafe inbox.setWakeup(LoopWakeup(multi))

    while handleCommands() {
      var running: Int32 = 0
      unsafe curl_multi_perform(multi, &running)
      collectFinished()
      if !transfers.isEmpty { stallTimer.check(transfers.values.lazy.map(\.address)) }
      abandonSlowTransfers()
      let sleep =
        transfers.isEmpty
        ? Self.longestSleepInMilliseconds
        : stallTimer.longestSleepInMilliseconds ?? Self.longestBusySleepInMilliseconds
      unsafe curl_multi_poll(multi, nil, 0, sleep, nil)
    }

    inbox.setWakeup(nil)
    for transfer in transfers.values { remove(transfer)?.cancel() }
    unsafe curl_multi_cleanup(multi)
    unsafe curl_share_cleanup(share)
  }

  /// Executes the queued commands. Returns `false` if the thread must end.
  private func handleCommands() -> Bool {
    for command in inbox.take() {
      switch command {
      case .start(let attempt, let id, let continuation):
        let isFirst = transfers.isEmpty
        if isFirst { stallTimer.recordRequest() }
        start(attempt, id, continuation)
        // The window begins after the transfer, so that it covers the transfer from the start.
        if isFirst { speed.restart() }
      case .cancel(let id):
        if let transfer = transfers.values.first(where: { $0.id === id }) {
          remove(transfer)?.cancel()
        }
      case .stop:
        return false
      }
    }
    return true
  }

  /// Starts a transfer, or delivers the failure to the waiting task.
  private func start(
    _ attempt: TransferAttempt, _ id: TransferID,
    _ continuation: CheckedContinuation<TransferOutcome, Never>
  ) {
    if id.isCancelled {
      return continuation.resume(returning: TransferOutcome(end: .cancelled))
    }
    do {
      let transfer = try Transfer(
        attempt, id: id, stallTimer: stallTimer, speed: speed, continuation: continuation)
      if let share = unsafe share { try unsafe transfer.easy.set(CURLOPT_SHARE, share) }
      transfers[transfer.easy.identity] = transfer
      if unsafe curl_multi_add_handle(multi, transfer.easy.pointer) != CURLM_OK {
        remove(transfer)?.finish(CURLE_FAILED_INIT)
      }
    } catch {
      continuation.resume(
        returning: TransferOutcome(
          end: .failed(code: error.code.rawValue, detail: "", wasConnected: false))
      )
    }
  }

  /// Detaches a transfer from libcurl and returns it, or returns `nil` if it was already removed.
  private func remove(_ transfer: Transfer) -> Transfer? {
    unsafe curl_multi_remove_handle(multi, transfer.easy.pointer)
    return transfers.removeValue(forKey: transfer.easy.identity)
  }

  /// Ends the transfers that were running all through a window that was too slow.
  private func abandonSlowTransfers() {
    guard let start = speed.startOfSlowWindow() else { return }
    for transfer in transfers.values where transfer.start <= start {
      remove(transfer)?.abandon()
    }
  }

  /// Finishes the transfers that libcurl reports as done.
  private func collectFinished() {
    var waiting: Int32 = 0
    while let message = unsafe curl_multi_info_read(multi, &waiting) {
      // Read the message now: removing the handle frees the message.
      let code = unsafe message.pointee.data.result
      let handle = unsafe message.pointee.easy_handle
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let handle = unsafe handle,
        let transfer = unsafe transfers[EasyHandle.ID(handle)]
      else { continue }
      if code == CURLE_OK { stallTimer.markIdle() }
      remove(transfer)?.finish(code)
    }
  }
}
