internal import CPosix
internal import LibC
internal import Synchronization

/// Separate threads for calls that block, which must not occupy Swift's cooperative thread pool.
package enum BlockingThread {
  /// Runs `body` on a new thread (pthread_create(3)), which ends when `body` returns. Returns false
  /// if the system cannot create a thread.
  ///
  /// The thread blocks all signals, so a write to a closed connection fails with EPIPE instead of
  /// ending the process with SIGPIPE.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    unsafe create(isDetached: true, body) != nil
  }

  /// Creates a thread that runs `body`. If it is not detached, somebody must wait for its end.
  /// Returns `nil` if the system cannot create a thread.
  @unsafe private static func create(
    isDetached: Bool, _ body: @escaping @Sendable () -> Void
  ) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(&attributes) }
    if isDetached {
      unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    }
    // A stack of 1 MiB on every system. The default is 8 MiB with glibc, 512 KiB on macOS, and
    // 128 KiB with musl.
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)

    let context = unsafe Unmanaged.passRetained(Body(run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = unsafe pthread_create(&thread, &attributes, { unsafe run($0) }, context.toOpaque())
      if code == 0 { return unsafe thread }
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, &attributes, { unsafe $0.map { unsafe run($0) } ?? nil }, context.toOpaque())
      if code == 0 { return thread }
    #endif
    unsafe context.release()
    return nil
  }

  /// Returns the results of a function for the halves of `items`, the second of which a new thread
  /// computes at the same time. Returns a single result if there are too few items or processors.
  ///
  /// A thread takes as long as about fifty system calls. The new one does not see the
  /// ``CancellationFlag`` of the caller.
  package static func resultsOfHalves<Item: Sendable, Output: Sendable>(
    of items: [Item], _ body: @escaping @Sendable (ArraySlice<Item>) -> Output
  ) -> [Output] {
    if items.count < 256 || WorkerPool.processorCount == 1 { return [body(items[...])] }
    let middle = items.count / 2
    let other = Mutex<Output?>(nil)
    let thread = unsafe create(isDetached: false) {
      let output = body(items[middle...])
      other.withLock { $0 = output }
    }
    let first = body(items[..<middle])
    #if canImport(Darwin)
      guard let thread = unsafe thread else { return [first, body(items[middle...])] }
      unsafe pthread_join(thread, nil)
    #else
      guard let thread else { return [first, body(items[middle...])] }
      pthread_join(thread, nil)
    #endif
    guard let second = other.withLock(\.self) else { preconditionFailure("the thread has ended") }
    return [first, second]
  }

  /// Returns the result of `body`, which runs on a new thread and can check ``CancellationFlag``.
  ///
  /// The thread releases `body` before it reports the result. Otherwise it could keep what `body`
  /// holds until the process exits, such as a store that must close its file first.
  package static func result<Success: Sendable, Failure: Error>(
    of body: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let flag = CancellationFlag()
    let single = SingleRun(body)
    let result: Result<Success, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let work: @Sendable () -> Void = {
          continuation.resume(returning: single.result(flag))
        }
        // If the system cannot create a thread, the work runs here and blocks a thread of Swift's
        // cooperative thread pool.
        if !start(work) { work() }
      }
    } onCancel: {
      flag.set()
    }
    return try result.get()
  }
}

/// A function that runs once and is then released.
private final class SingleRun<Success: Sendable, Failure: Error>: Sendable {
  private let body: Mutex<(@Sendable () throws(Failure) -> Success)?>

  init(_ body: @escaping @Sendable () throws(Failure) -> Success) {
    self.body = Mutex(body)
  }

  /// Returns the result of the function. Must be called once.
  func result(_ flag: CancellationFlag) -> Result<Success, Failure> {
    guard let body = take() else { preconditionFailure("the function has run already") }
    return flag.result(of: body)
  }

  private func take() -> (@Sendable () throws(Failure) -> Success)? {
    body.withLock { body in
      defer { body = nil }
      return body
    }
  }
}

/// The work of a thread, which pthread_create(3) passes as a pointer.
private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// The entry point of a thread: blocks all signals and runs the ``Body`` in `context`.
private func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
  unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
