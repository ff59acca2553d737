/// Who is told when servers keep everybody waiting.
struct StallNotice: Sendable {
  /// How long nothing comes before it is told.
  let delay: Duration
  /// Gets the sites that are waited for, sorted by name; called on the transfers' thread, once a silence.
  let report: @Sendable ([WebOrigin]) -> Void
}

/// How long nothing has come from any server. It lives on the transfers' thread.
///
/// All transfers count together: one that waits for a connection while others fill them is not silent.
final class StallTimer {
  private let notice: StallNotice?
  private var start = ContinuousClock.now
  private var isBroken = false
  private var isReported = false
  /// Nobody waits for an answer: the next to be asked begins anew, unless it is one that is asked again.
  private var isIdle = true

  init(_ notice: StallNotice?) { self.notice = notice }

  /// Something came.
  func end() {
    isBroken = true
  }

  /// The first of several servers is asked.
  func begin() {
    if isIdle { isBroken = true }
    isIdle = false
  }

  /// A whole answer came. After one that failed, the same is asked again, and it is the same silence.
  func rest() {
    isIdle = true
  }

  /// To be called every second or so while there are transfers; `addresses` are those that are waited for.
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

  /// How long the thread may sleep before the next check, in milliseconds. nil: as long as it likes.
  var longestSleepInMilliseconds: Int32? { notice == nil ? nil : 500 }
}
