#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The signals by which a person or a system asks a program to end.
package enum Signals {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]

  /// An element for the first signal that asks the program to end. The second one ends the process at once, with the exit code that
  /// shells give for it.
  ///
  /// To be called on the main thread before there is another: threads inherit that the signals are held back for the one that waits
  /// for them (sigwait(3)). One that the program's parent had ignored stays ignored.
  package static func endings() -> AsyncStream<Void> {
    let (endings, continuation) = AsyncStream.makeStream(of: Void.self)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in ending { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let waited = set
    _ = Thread.start {
      var set = waited
      var isEnding = false
      while true {
        var signal: Int32 = 0
        guard unsafe sigwait(&set, &signal) == 0 else { return }
        if isEnding { _exit(128 + signal) }
        isEnding = true
        continuation.yield()
      }
    }
    return endings
  }
}
