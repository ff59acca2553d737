internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The signals by which a person or a system asks a program to end.
package enum Signals {
  /// Signals that are no further apart are one wish.
  private static let repetition = Duration.milliseconds(300)

  /// An element for the first signal that asks the program to end. A further one, when the first was not enough, ends the process
  /// at once, with the exit code that shells give for it.
  ///
  /// They are caught and not held back: the main thread of a program with an asynchronous entry point waits in sigsuspend(2), which
  /// lets every signal through. One that the program's parent had ignored stays ignored, and a program that this one becomes gets
  /// them as usual.
  package static func endings() -> AsyncStream<Void> {
    let (endings, continuation) = AsyncStream.makeStream(of: Void.self)
    let descriptor = bootstrap_ending_signals()
    if descriptor == -1 { return endings }
    _ = Thread.start {
      var first: ContinuousClock.Instant?
      while true {
        var signal: UInt8 = 0
        let count = unsafe read(descriptor, &signal, 1)
        if count == -1, errno == EINTR { continue }
        if count != 1 { return }
        // timeout(1) and others send one wish twice, to the program and to its group.
        if let first, .now - first > repetition { _exit(128 + Int32(signal)) }
        if first == nil { continuation.yield() }
        first = first ?? .now
      }
    }
    return endings
  }
}
