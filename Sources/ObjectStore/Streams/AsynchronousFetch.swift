internal import Filesystem

/// The objects of a fetch in batches, read on a separate thread while the task uses them.
///
/// ```swift
/// for try await files in store.stream(FetchRequest(File.self), batchSize: 512) { … }
/// ```
///
/// All batches of an iteration belong to one snapshot. A second iteration reads the store again.
/// Leaving the loop or canceling the task interrupts the running statement of that iteration. The
/// thread reads up to four batches ahead and then waits, so memory use does not grow with the size
/// of the result.
package struct AsynchronousFetch<E: Entity>: AsyncSequence, Sendable {
  /// A batch of at least one object.
  package typealias Element = [E]
  /// The error of a failed or canceled read.
  package typealias Failure = StoreError

  let store: Store
  let fetch: FetchRequest<E>
  let batchSize: Int
  /// Whether to count the objects before reading them.
  let countsFirst: Bool

  /// The progress of the latest iteration. Canceling it ends every iteration, later ones included.
  package let progress: RequestProgress

  /// Starts to read on a new thread and returns an iterator over the batches.
  package func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(self)) }

  /// The same objects, one at a time. They are still read in batches, so this adds little cost.
  package var objects: Objects { Objects(base: self) }

  /// An iterator over the batches. Reading stops when the last copy of the iterator is released.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let iteration: Iteration

    /// Returns the next batch, or `nil` after the last one.
    ///
    /// - Throws: The error of a failed read, or ``StoreError/cancelled``.
    package mutating func next() async throws(StoreError) -> [E]? {
      try await iteration.next()
    }

    /// Returns the next batch on the caller's actor, or `nil` after the last one.
    ///
    /// - Throws: The error of a failed read, or ``StoreError/cancelled``.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> [E]? { try await iteration.next() }
  }

  /// The objects of a fetch, one at a time.
  package struct Objects: AsyncSequence, Sendable {
    /// An object of the fetched entity.
    package typealias Element = E
    /// The error of a failed or canceled read.
    package typealias Failure = StoreError

    fileprivate let base: AsynchronousFetch

    /// Starts to read on a new thread and returns an iterator over the objects.
    package func makeAsyncIterator() -> ObjectIterator {
      ObjectIterator(base: base.makeAsyncIterator())
    }
  }

  /// An iterator over the objects of all batches.
  package struct ObjectIterator: AsyncIteratorProtocol {
    fileprivate var base: Iterator
    private var batch: [E].Iterator = [E]().makeIterator()

    fileprivate init(base: Iterator) { self.base = base }

    /// Returns the next object, or `nil` after the last one.
    ///
    /// - Throws: The error of a failed read, or ``StoreError/cancelled``.
    package mutating func next() async throws(StoreError) -> E? {
      try await next(isolation: nil)
    }

    /// Returns the next object on the caller's actor, or `nil` after the last one.
    ///
    /// - Throws: The error of a failed read, or ``StoreError/cancelled``.
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

  /// The state of one iteration, deallocated with the last copy of the iterator. If the loop was
  /// left early, the deallocation cancels the reading.
  fileprivate final class Iteration: Sendable {
    private let queue: BatchQueue<E>
    private let progress: RequestProgress

    /// Starts to read `sequence` on a new thread.
    init(_ sequence: AsynchronousFetch) {
      let queue = BatchQueue<E>(capacity: 4)
      self.queue = queue
      let progress = RequestProgress(iterationOf: sequence.progress)
      self.progress = progress
      let work: @Sendable () -> Void = {
        do throws(StoreError) {
          try progress.start(ObjectIdentifier(queue)) { queue.cancel() }
          defer { progress.end(on: queue) }
          try sequence.read(into: queue, progress)
          queue.finish(.success(()))
        } catch {
          queue.finish(.failure(error))
        }
      }
      // If no new thread can be created, the calling thread fills the queue.
      if !BlockingThread.start(work) { work() }
    }

    deinit {
      // Interrupts the running statement, and wakes the thread if it is waiting for room in the
      // queue.
      if !queue.isFinished { progress.cancel() }
    }

    /// Returns the next batch, or `nil` after the last one.
    func next() async throws(StoreError) -> [E]? {
      let result: Result<[E]?, StoreError> = await withTaskCancellationHandler {
        do throws(StoreError) {
          let batch = try await queue.next()
          // After the last batch, everything has been read and a cancellation has no effect.
          if batch != nil { try progress.checkCancellation() }
          return .success(batch)
        } catch {
          return .failure(error)
        }
      } onCancel: {
        progress.cancel()
      }
      return try result.get()
    }
  }

  /// Reads all batches into `queue` on the calling thread, until the queue is closed.
  fileprivate func read(
    into queue: BatchQueue<E>, _ progress: RequestProgress
  ) throws(StoreError) {
    try store.read { snapshot throws(StoreError) in
      try progress.whileRunning(on: snapshot.connection) { () throws(StoreError) in
        if countsFirst { progress.setTotal(try snapshot.count(fetch)) }
        let collect = E.schema.collect
        let rows = try snapshot.rows(of: fetch)
        defer { rows.end() }
        var hasMore = true
        while hasMore {
          var batch = queue.takeUsedBatch() ?? []
          batch.reserveCapacity(batchSize)
          hasMore = try collect(rows, batchSize, &batch)
          guard !batch.isEmpty else { break }
          progress.reportCompleted(progress.completed + batch.count)
          guard queue.put(batch) else { break }
        }
      }
    }
    // The loop also ends when a cancellation has closed the queue.
    try progress.checkCancellation()
  }
}

extension Store {
  /// Returns the objects of a fetch as an asynchronous sequence of batches.
  ///
  /// - Parameters:
  ///   - fetch: The query for the objects to read, and their order.
  ///   - batchSize: The maximum number of objects in a batch. More than a thousand objects cause
  ///     more memory traffic and are not read faster.
  ///   - countsFirst: Whether to count the objects first, which sets `progress.total`.
  ///   - progress: Receives the number of objects read, and can cancel the reading.
  package func stream<E: Entity>(
    _ fetch: FetchRequest<E>, batchSize: Int = 1000, countsFirst: Bool = false,
    progress: RequestProgress = RequestProgress()
  ) -> AsynchronousFetch<E> {
    AsynchronousFetch(
      store: self, fetch: fetch, batchSize: batchSize, countsFirst: countsFirst,
      progress: progress)
  }
}
