internal import CPosix
internal import LibC

/// The signals by which a user or the system requests the termination of a program.
package enum TerminationSignals {
  /// Signals closer together than this count as one request.
  private static let repetition = Duration.milliseconds(300)

  /// A receiver of the caught signals. It receives every signal that arrives after its creation,
  /// so create it as early as possible.
  package struct Listener: Sendable {
    /// The descriptor to read signal numbers from, or `nil` if signals cannot be caught and end
    /// the process as usual.
    fileprivate let descriptor: CInt?

    /// Calls `action` at the first signal. A later signal ends the process immediately, with the
    /// exit code that shells use for it: 128 plus its number.
    ///
    /// `action` runs on its own thread, because all threads of Swift's cooperative thread pool
    /// may be busy for a long time. On a machine with one processor, there is only one.
    package func onFirst(_ action: @escaping @Sendable () -> Void) {
      guard let descriptor else { return }
      _ = BlockingThread.start {
        var first: ContinuousClock.Instant?
        while true {
          var signal: UInt8 = 0
          let count = unsafe read(descriptor, &signal, 1)
          if count == -1, errno == EINTR { continue }
          if count != 1 { return }
          // timeout(1) and other programs send each signal twice: to the program and to its
          // process group. The repetition must not end the process.
          if let first, .now - first > TerminationSignals.repetition { _exit(128 + Int32(signal)) }
          if first == nil { action() }
          first = first ?? .now
        }
      }
    }
  }

  /// Catches the signals that request termination.
  ///
  /// The signals are caught rather than blocked, so that a program that replaces this one receives
  /// them as usual. A signal that the parent process ignored stays ignored.
  package static func startCatching() -> Listener {
    let descriptor = bootstrap_termination_signals()
    return Listener(descriptor: descriptor == -1 ? nil : descriptor)
  }

  /// Calls `body`, during which a signal ends the process at once, as if it were not caught. While
  /// the process waits for an answer of the user, it has nothing to finish, and a caught signal
  /// would not end the waiting.
  package static func whileNotCaught<Value>(_ body: () -> Value) -> Value {
    bootstrap_catch_termination_signals(false)
    defer { bootstrap_catch_termination_signals(true) }
    return body()
  }
}
