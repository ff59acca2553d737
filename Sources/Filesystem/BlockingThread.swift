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
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // A stack of 1 MiB on every system. The default is 8 MiB with glibc, 512 KiB on macOS, and
    // 128 KiB with musl.
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)

    let context = unsafe Unmanaged.passRetained(Body(run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = unsafe pthread_create(&thread, &attributes, { unsafe run($0) }, context.toOpaque())
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, &attributes, { unsafe $0.map { unsafe run($0) } ?? nil }, context.toOpaque())
    #endif
    if code != 0 { unsafe context.release() }
    return code == 0
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

extension BlockingThread {
  /// Returns the results of a function for consecutive parts of `items`, in order. A new thread
  /// shares the work if there are many items.
  ///
  /// This thread begins with the first part and the new one with the last, until they meet. On a
  /// busy machine, the new thread may get no processor for milliseconds, so this thread never waits
  /// for it. The function may therefore run twice for a part. On the new thread, it does not see
  /// the ``CancellationFlag`` of the caller.
  package static func resultsOfParts<Item: Sendable, Output: Sendable>(
    of items: [Item], _ body: @escaping @Sendable (ArraySlice<Item>) -> Output
  ) -> [Output] {
    if items.count < 256 || WorkerPool.processorCount == 1 { return [body(items[...])] }
    let size = (items.count + 15) / 16
    let starts = Array(stride(from: 0, to: items.count, by: size))
    let results = PartResults<Output>(count: starts.count)
    let compute: @Sendable (Int) -> Output = { part in
      body(items[starts[part]..<min(starts[part] + size, items.count)])
    }
    _ = start { results.fill(starts.indices.reversed(), compute) }
    results.fill(Array(starts.indices), compute)
    return results.all
  }
}

/// The results for the parts of a list, which two threads compute.
private final class PartResults<Output: Sendable>: Sendable {
  private let results: Mutex<[Output?]>

  init(count: Int) { results = Mutex(Array(repeating: nil, count: count)) }

  /// The results, in the order of the parts. Available after ``fill(_:_:)`` for all parts.
  var all: [Output] {
    results.withLock { results in
      results.map { result in
        guard let result else { preconditionFailure("a part was not computed") }
        return result
      }
    }
  }

  /// Computes the missing results, one part after another.
  func fill(_ parts: [Int], _ compute: (Int) -> Output) {
    for part in parts where results.withLock({ $0[part] == nil }) {
      let result = compute(part)
      results.withLock { $0[part] = result }
    }
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
