internal import CPosix
internal import LibC

/// Threads of our own for calls that block, which must not hold one of the few threads that run Swift's tasks.
package enum BlockingThread {
  /// Runs `body` on a new thread, which ends with it (pthread_create(3)). False when the system has no thread to give.
  ///
  /// Signals stay with the other threads: a write to a closed connection is EPIPE here and nothing more.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The default is 8 MiB with glibc, 512 KiB on macOS and 128 KiB with musl.
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)

    let context = unsafe Unmanaged.passRetained(Body(run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = unsafe pthread_create(&thread, &attributes, { run($0) }, context.toOpaque())
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, &attributes, { unsafe $0.map { unsafe run($0) } ?? nil }, context.toOpaque())
    #endif
    if code != 0 { unsafe context.release() }
    return code == 0
  }

  /// The result of `body`, run on a thread of its own.
  package static func result<Success: Sendable, Failure: Error>(
    of body: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        continuation.resume(returning: Result(catching: body))
      }
      // Without a thread the work is done all the same, at the cost of a pool's thread.
      if !start(work) { work() }
    }
    return try result.get()
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
  unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
