internal import Filesystem

/// The objects of a fetch in batches, read on a thread of their own while the task uses them.
///
/// ```swift
/// for try await files in store.stream(Fetch(File.self), batchSize: 512) { … }
/// ```
///
/// All batches belong to one snapshot. Leaving the loop or cancelling the task interrupts the statement that
/// runs. The thread reads a few batches ahead and then waits, so memory does not grow with the result.
package struct AsynchronousFetch<E: Entity>: AsyncSequence, Sendable {
  package typealias Element = [E]
  package typealias Failure = StoreError

  let store: Store
  let fetch: FetchRequest<E>
  let batchSize: Int
  let countsFirst: Bool

  /// How many objects were read, of how many; and the way to cancel. It belongs to one iteration.
  package let progress: RequestProgress

  package func makeAsyncIterator() -> Iterator { Iterator(reading: Iteration(self)) }

  /// The same objects one by one. Each still comes out of a batch, at little cost.
  package var objects: Objects { Objects(base: self) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let reading: Iteration

    package mutating func next() async throws(StoreError) -> [E]? {
      try await reading.next()
    }

    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> [E]? { try await reading.next() }
  }

  package struct Objects: AsyncSequence, Sendable {
    package typealias Element = E
    package typealias Failure = StoreError

    fileprivate let base: AsynchronousFetch

    package func makeAsyncIterator() -> ObjectIterator {
      ObjectIterator(base: base.makeAsyncIterator())
    }
  }

  package struct ObjectIterator: AsyncIteratorProtocol {
    fileprivate var base: Iterator
    private var batch: [E].Iterator = [E]().makeIterator()

    fileprivate init(base: Iterator) { self.base = base }

    package mutating func next() async throws(StoreError) -> E? {
      try await next(isolation: nil)
    }

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

  /// One iteration: it ends with the iterator, which is how leaving the loop is noticed.
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
      // If no thread starts, read here for as long as the queue accepts batches.
      if !BlockingThread.start(work) { work() }
    }

    deinit {
      // What came to its end was not cancelled.
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
          // At the end a cancellation has come too late to matter.
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

  /// Reads all batches, on the thread that calls it.
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
  /// The objects of a fetch, to be gone through with `for try await`.
  /// - parameters:
  ///   - batchSize: the most objects in a batch. More than a thousand make memory traffic, not speed.
  ///   - countsFirst: whether `progress.total` is known from the beginning, at the price of a count.
  package func stream<E: Entity>(
    _ fetch: FetchRequest<E>, batchSize: Int = 1000, countsFirst: Bool = false,
    progress: RequestProgress = RequestProgress()
  ) -> AsynchronousFetch<E> {
    AsynchronousFetch(
      store: self, fetch: fetch, batchSize: batchSize, countsFirst: countsFirst,
      progress: progress)
  }
}
