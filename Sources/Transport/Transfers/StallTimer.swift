/// The function that receives a report of silent servers, and the delay before the report.
struct StallNotice: Sendable {
  /// The time without data from any server after which the silence is reported.
  let delay: Duration
  /// Receives the origins that are silent, sorted by name. Called on the transfer thread, once
  /// per silence.
  let report: @Sendable ([WebOrigin]) -> Void
}

/// Measures how long no server has sent anything. Confined to the transfer thread.
///
/// One timer covers all transfers: a transfer that waits for a connection while others receive data
/// is not silent.
final class StallTimer {
  private let notice: StallNotice?
  /// The start of the current silence.
  private var start = ContinuousClock.now
  /// Whether the silence has ended since the last check.
  private var isBroken = false
  /// Whether the current silence has been reported.
  private var isReported = false
  /// Whether the next request starts a new silence. False after a failed transfer, whose retry
  /// continues the same silence.
  private var isIdle = true

  init(_ notice: StallNotice?) { self.notice = notice }

  /// Records that data arrived, which ends the silence.
  func recordData() {
    isBroken = true
  }

  /// Records that a request started while no other transfer was running.
  func recordRequest() {
    if isIdle { isBroken = true }
    isIdle = false
  }

  /// Records that a response arrived completely. Do not call this after a failed transfer: its
  /// retry continues the same silence.
  func markIdle() {
    isIdle = true
  }

  /// Reports the silence if it is due. Call this about once a second while transfers run.
  ///
  /// - Parameter addresses: The addresses of the incomplete responses.
  func check(_ addresses: some Sequence<WebAddress>) {
    guard let notice else { return }
    if isBroken {
      isBroken = false
      isReported = false
      start = .now
    } else if !isReported, ContinuousClock.now - start >= notice.delay {
      isReported = true
      notice.report(Set(addresses.map(\.site)).sorted { $0.description < $1.description })
    }
  }

  /// How long the thread may sleep before the next check, in milliseconds, or `nil` if there is
  /// no limit.
  var longestSleepInMilliseconds: Int32? { notice == nil ? nil : 500 }
}
