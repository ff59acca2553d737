/// The result of a fetch request, kept up to date. It reports changes by position.
///
/// ```swift
/// let books = try store.liveResult(of: FetchRequest(Book.self, sortedBy: [.ascending(\.title)]))
/// show(books.objects)
/// while true {
///   switch try await books.next() {
///   case .positions(let changes): for change in changes { show(change) }
///   case .reloaded: show(books.objects)
///   }
/// }
/// ```
///
/// Objects with equal sort values are ordered by identity. A result never shows part of a
/// transaction.
///
/// The cost of an update depends on the number of changed objects. Only these are read, and their
/// positions are found by binary search. The whole request runs again, and the rows are compared,
/// if another process has committed, if a transaction has changed more than 1,000 objects, if the
/// condition or a sort criterion refers to another entity that has changed, or if a result with a
/// limit gains, loses, or changes an object. A result with an offset runs its request after every
/// change to the entity.
///
/// In a store in memory, a write waits while a result reads, and a result waits for a running
/// write.
///
/// A result keeps its store open and all of its objects in memory. Use it from one task only.
package final class LiveResult<E: Entity> {
  private let store: Store
  private let query: ResultQuery<E>
  private let queue: ChangeQueue
  private let observation: Observation
  private var rows: ResultRows<E>
  /// Whether the rows may differ from the store by more than the changes in the queue.
  private var isStale = false

  /// Reads the objects of a request.
  init(_ request: FetchRequest<E>, in store: Store) throws(StoreError) {
    let query = ResultQuery(request, model: store.model)
    let queue = ChangeQueue(tables: query.tables)
    observation = try store.listen { queue.put($0) }
    let found = try store.read(taking: queue) { (_, snapshot) throws(StoreError) in
      try query.readAll(in: snapshot)
    }
    rows = ResultRows(found, in: query.order)
    self.store = store
    self.query = query
    self.queue = queue
  }

  /// The request.
  package var request: FetchRequest<E> { query.request }

  /// The number of objects.
  package var count: Int { rows.identities.count }

  /// The identities of the objects, in their order.
  package var identities: [Identity<E>] { rows.identities }

  /// The objects, in their order.
  package var objects: [E] { rows.identities.compactMap { rows[$0]?.object } }

  /// Returns the object at a position. Traps if there is none.
  package subscript(position: Int) -> E {
    guard let row = rows[rows.identities[position]] else {
      preconditionFailure("an object of a live result has its row")
    }
    return row.object
  }

  /// Returns the object with an identity, or `nil` if it does not belong to the result.
  package func object(_ identity: Identity<E>) -> E? { rows[identity]?.object }

  /// Returns the position of an object, or `nil` if it does not belong to the result.
  package func position(of identity: Identity<E>) -> Int? {
    rows[identity].map { rows.position(of: $0) }
  }

  /// Applies all commits so far. Returns the changes to the result, or `nil` if there are none.
  ///
  /// - Throws: The error of a failed read, which the next call repeats, or
  ///   ``StoreError/replaced(path:)`` if the store's file was removed or replaced.
  package func update() throws(StoreError) -> ResultUpdate<E>? {
    repeat {
      let work = beginReading()
      if let update = apply(try store.read(taking: queue, work)) { return update }
    } while isStale
    return nil
  }

  /// Waits for a commit that changes the result, and returns the changes.
  ///
  /// - Throws: The error of a failed read, which the next call repeats,
  ///   ``StoreError/replaced(path:)`` if the store's file was removed or replaced, or
  ///   ``StoreError/cancelled`` if the task is canceled.
  package func next() async throws(StoreError) -> ResultUpdate<E> {
    while true {
      if !isStale { try await queue.waitForChanges() }
      let work = beginReading()
      if let update = apply(try await store.readOnThread(taking: queue, work)) { return update }
    }
  }

  /// Returns a closure that reads the changed objects. The result is stale until its outcome is
  /// applied, because it takes the changes from the queue.
  private func beginReading()
    -> @Sendable (
      [ChangeSet], borrowing Snapshot
    ) throws(StoreError) -> ResultQuery<E>.Reading
  {
    let (query, wasStale) = (query, isStale)
    isStale = true
    return { (changes, snapshot) throws(StoreError) in
      wasStale
        ? .all(try query.readAll(in: snapshot)) : try query.read(changes, in: snapshot)
    }
  }

  /// Applies what was read. Returns the changes, or `nil` if there are none or if all rows must be
  /// read.
  private func apply(_ reading: ResultQuery<E>.Reading) -> ResultUpdate<E>? {
    var differences: [(Identity<E>, ResultRow<E>?)]
    switch reading {
    case .all(let all):
      isStale = false
      differences = rows.differences(from: all)
      let moves = differences.count { rows.movesObject($0.0, to: $0.1) }
      if moves > ResultQuery<E>.lookUpLimit {
        rows = ResultRows(all, in: query.order)
        return .reloaded
      }
    case .some(let some):
      isStale = query.isLimited && some.contains { concernsPart($0.0, $0.1) }
      if isStale { return nil }
      differences = query.isLimited ? [] : some
    }
    let changes = differences.compactMap { rows.replace($0.0, with: $0.1) }
    return changes.isEmpty ? nil : .positions(changes)
  }

  /// Whether the new row of an object affects a result with a limit: the object belongs to the
  /// result, or now comes before its end.
  private func concernsPart(_ identity: Identity<E>, _ row: ResultRow<E>?) -> Bool {
    if rows[identity] != nil { return true }
    guard let row, let limit = request.limit, limit > 0 else { return false }
    return count < limit || rows.isBeforeEnd(row)
  }
}

extension Store {
  /// Reads the objects of a request and keeps them up to date.
  package func liveResult<E: Entity>(
    of request: FetchRequest<E>
  ) throws(StoreError) -> LiveResult<E> { try LiveResult(request, in: self) }
}
