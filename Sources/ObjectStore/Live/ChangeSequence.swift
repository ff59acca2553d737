/// The committed changes to the objects of an entity, by this process and by others.
///
/// ```swift
/// let changes = try store.changes(of: Book.self, where: \.pages > 500)
/// let books = try store.read { try $0.fetch(longBooks) }
/// for try await event in changes { … }
/// ```
///
/// The sequence receives changes from its creation on, so a read after that misses none. A change
/// may appear in both. Iterate over a sequence only once.
///
/// Each transaction that changes the objects is one event. At most 65,536 changed objects and 1,024
/// transactions are buffered. Beyond that, they are replaced by one ``ChangeReset/overflow``.
/// Commits never wait for a listener.
///
/// Commits of other processes arrive within 100 ms, as ``ChangeReset/otherProcess``.
///
/// The sequence keeps its store open. It throws ``StoreError/cancelled`` if its task is canceled,
/// and ``StoreError/replaced(path:)`` if the store's file was removed or replaced.
package struct ChangeSequence<E: Entity>: AsyncSequence, Sendable {
  /// The changes of a transaction, or a reset.
  package typealias Element = ChangeEvent<E>
  /// The error of a failed read or a failed observation.
  package typealias Failure = StoreError

  fileprivate let store: Store
  fileprivate let queue: ChangeQueue
  fileprivate let observation: Observation
  fileprivate let selection: ObjectSelection<E>?

  /// Returns the iterator over the changes.
  package func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

  /// An iterator over the changes.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let changes: ChangeSequence

    /// Waits for the next event and returns it. Never returns `nil`.
    package mutating func next() async throws(StoreError) -> ChangeEvent<E>? {
      try await next(isolation: nil)
    }

    /// Waits for the next event on the caller's actor and returns it. Never returns `nil`.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> ChangeEvent<E>? {
      while true {
        if let event = try await changes.takeEvent() { return event }
        try await changes.queue.waitForChanges()
      }
    }
  }

  /// Returns the next event, or `nil` if none is waiting.
  private func takeEvent() async throws(StoreError) -> ChangeEvent<E>? {
    while let set = try queue.takeFirst() {
      guard let selection else {
        if let reset = set.reset { return .reset(reset) }
        let changed = ChangedIdentities<E>(set.tables[E.table.name]?.net ?? [:])
        if !changed.isEmpty { return .changed(changed) }
        continue
      }
      if let event = try await store.read({ snapshot throws(StoreError) in
        try selection.event(for: set, in: snapshot)
      }) {
        return event
      }
    }
    return nil
  }
}

extension Store {
  /// Returns the changes to the objects of an entity, or only to those that satisfy a condition.
  ///
  /// With a condition, an object that begins to satisfy it counts as inserted, and one that ceases
  /// to satisfy it counts as deleted. The sequence keeps the identities of all objects that satisfy
  /// the condition. If several transactions are buffered, the values after the last one decide.
  ///
  /// - Throws: The error of the read that finds the objects, or of the connection that watches for
  ///   commits of other processes.
  package func changes<E: Entity>(
    of _: E.Type = E.self, where predicate: Filter<E>? = nil
  ) throws(StoreError) -> ChangeSequence<E> {
    let related = predicate?.term.relatedTables(in: model) ?? []
    let queue = ChangeQueue(tables: related.union([E.table.name]))
    let observation = try listen { queue.put($0) }
    let selection = try predicate.map { predicate throws(StoreError) in
      try read { snapshot throws(StoreError) in try ObjectSelection(predicate, in: snapshot) }
    }
    return ChangeSequence(
      store: self, queue: queue, observation: observation, selection: selection)
  }
}
