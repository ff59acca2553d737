internal import Filesystem

/// The objects of a fetch in batches, read on a separate thread while the task uses them.
///
/// ```swift
/// for try await files in store.stream(FetchRequest(File.self), batchSize: 512) { … }
/// ```
///
/// All batches belong to one snapshot. Leaving the loop or canceling the task interrupts the
/// running statement. The thread reads a few batches ahead and then waits, so memory does not
/// grow with the result.
package struct AsynchronousFetch<E: Entity>: AsyncSequence, Sendable {
  /// A batch of at least one object.
  package typealias Element = [E]
  /// The error of a failed or canceled read.
  package typealias Failure = StoreError

  let store: Store
  let fetch: FetchRequest<E>
  let batchSize: Int
  let countsFirst: Bool

  /// The counts of objects read and to read, and the means to cancel. It serves one iteration.
  package let progress: RequestProgress

  /// Starts to read and returns an iterator over the batches.
  package func makeAsyncIterator() -> Iterator { Iterator(reading: Iteration(self)) }

  /// The same objects one at a time. Each is taken from a batch, at little cost.
  package var objects: Objects { Objects(base: self) }

  /// An iterator over the batches. Reading stops when it is released.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let reading: Iteration

    /// Returns the next batch; `nil` after the last.
    package mutating func next() async throws(StoreError) -> [E]? {
      try await reading.next()
    }

    /// Returns the next batch, on the caller's actor; `nil` after the last.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> [E]? { try await reading.next() }
  }

  /// The objects of a fetch, one at a time.
  package struct Objects: AsyncSequence, Sendable {
    /// An object of the fetched entity.
    package typealias Element = E
    /// The error of a failed or canceled read.
    package typealias Failure = StoreError

    fileprivate let base: AsynchronousFetch

    /// Starts to read and returns an iterator over the objects.
    package func makeAsyncIterator() -> ObjectIterator {
      ObjectIterator(base: base.makeAsyncIterator())
    }
  }

  /// An iterator over the objects of all batches.
  package struct ObjectIterator: AsyncIteratorProtocol {
    fileprivate var base: Iterator
    private var batch: [E].Iterator = [E]().makeIterator()

    fileprivate init(base: Iterator) { self.base = base }

    /// Returns the next object; `nil` after the last.
    package mutating func next() async throws(StoreError) -> E? {
      try await next(isolation: nil)
    }

    /// Returns the next object, on the caller's actor; `nil` after the last.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> E? {
      while true {
        if let object = batch.next() { return object }
        guard let next = try await base.next(isolation: actor) else { return nil }
        batch = next.makeIterator()
      }
    }
  }

  /// The state of one iteration. It is released with the iterator, which reveals that the
  /// loop was left.
  fileprivate final class Iteration: Sendable {
    private let queue: BatchQueue<E>
    private let progress: RequestProgress

    init(_ sequence: AsynchronousFetch) {
      let queue = BatchQueue<E>(capacity: 4)
      self.queue = queue
      progress = sequence.progress
      let work: @Sendable () -> Void = {
        do throws(StoreError) {
          try sequence.read(into: queue)
          queue.finish(.success(()))
        } catch {
          queue.finish(.failure(error))
        }
      }
      // If no thread can be started, read here for as long as the queue accepts batches.
      if !BlockingThread.start(work) { work() }
    }

    deinit {
      // A finished iteration needs no cancellation.
      if !queue.isFinished { cancel() }
    }

    private func cancel() {
      progress.cancel()
      queue.close()
    }

    func next() async throws(StoreError) -> [E]? {
      let result: Result<[E]?, StoreError> = await withTaskCancellationHandler {
        do throws(StoreError) {
          let batch = try await queue.next()
          // After the last batch, a cancellation comes too late to matter.
          if batch != nil { try progress.requireUncancelled() }
          return .success(batch)
        } catch {
          return .failure(error)
        }
      } onCancel: {
        cancel()
      }
      return try result.get()
    }
  }

  /// Reads all batches, on the calling thread.
  fileprivate func read(into queue: BatchQueue<E>) throws(StoreError) {
    try store.read { snapshot throws(StoreError) in
      try progress.whileRunning(on: snapshot.connection) { () throws(StoreError) in
        if countsFirst { progress.expect(try snapshot.count(fetch)) }
        let collect = E.schema.collect
        let rows = try snapshot.rows(of: fetch)
        defer { rows.end() }
        var hasMore = true
        while hasMore {
          var batch = queue.takeSpent() ?? []
          batch.reserveCapacity(batchSize)
          hasMore = try collect(rows, batchSize, &batch)
          guard !batch.isEmpty else { break }
          progress.complete(progress.completed + batch.count)
          guard queue.put(batch) else { break }
        }
      }
    }
    try progress.requireUncancelled()
  }
}

extension Store {
  /// Returns the objects of a fetch as an asynchronous sequence of batches.
  ///
  /// - Parameters:
  ///   - batchSize: The maximum number of objects in a batch. More than a thousand adds memory
  ///     traffic, not speed.
  ///   - countsFirst: Whether `progress.total` is known from the start, at the price of a count.
  package func stream<E: Entity>(
    _ fetch: FetchRequest<E>, batchSize: Int = 1000, countsFirst: Bool = false,
    progress: RequestProgress = RequestProgress()
  ) -> AsynchronousFetch<E> {
    AsynchronousFetch(
      store: self, fetch: fetch, batchSize: batchSize, countsFirst: countsFirst,
      progress: progress)
  }
}
