internal import CPosix
internal import LibC

/// The signals by which a person or a system asks a program to end.
package enum TerminationSignals {
  /// Signals that are no further apart are one wish.
  private static let repetition = Duration.milliseconds(300)

  /// Where the signals that were caught are read. Made as early as possible: none is lost from then on.
  package struct Listener: Sendable {
    /// nil: they cannot be caught, and end the process as ever.
    fileprivate let descriptor: CInt?

    /// Calls `action` at the first signal. A further one, when the first was not enough, ends the process at once, with the exit code
    /// that shells give for it.
    ///
    /// It is called on a thread of its own: the few threads that run Swift's tasks, on a machine of one processor the only one, may
    /// all be at work that takes long.
    package func onFirst(_ action: @escaping @Sendable () -> Void) {
      guard let descriptor else { return }
      _ = BlockingThread.start {
        var first: ContinuousClock.Instant?
        while true {
          var signal: UInt8 = 0
          let count = unsafe read(descriptor, &signal, 1)
          if count == -1, errno == EINTR { continue }
          if count != 1 { return }
          // timeout(1) and others send one wish twice, to the program and to its group.
          if let first, .now - first > TerminationSignals.repetition { _exit(128 + Int32(signal)) }
          if first == nil { action() }
          first = first ?? .now
        }
      }
    }
  }

  /// Catches the signals that ask the program to end.
  ///
  /// They are caught and not held back: the main thread of a program with an asynchronous entry point waits in sigsuspend(2), which
  /// lets every signal through. One that the program's parent had ignored stays ignored, and a program that this one becomes gets
  /// them as usual.
  package static func catchEndings() -> Listener {
    let descriptor = bootstrap_ending_signals()
    return Listener(descriptor: descriptor == -1 ? nil : descriptor)
  }
}
