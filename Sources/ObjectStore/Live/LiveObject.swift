/// The committed values of one object, written by this process or by others.
///
/// ```swift
/// for try await book in try store.values(of: identity) { … }
/// ```
///
/// The first element is the current value. Each further one is a new value, or `nil` if the object
/// does not exist. Values that are replaced before they are requested are skipped. The sequence
/// throws the same errors as a ``ChangeSequence``, and keeps its store open.
package struct LiveObject<E: Entity>: AsyncSequence, Sendable {
  /// The object, or `nil` if there is none.
  package typealias Element = E?
  /// The error of a failed read or a failed observation.
  package typealias Failure = StoreError

  fileprivate let store: Store
  fileprivate let identity: Identity<E>
  fileprivate let queue: ChangeQueue
  fileprivate let observation: Observation

  /// Returns an iterator that begins with the current value.
  package func makeAsyncIterator() -> Iterator { Iterator(base: self) }

  /// An iterator over the values.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let base: LiveObject
    /// The value that was returned last, or `nil` before the first.
    private var last: E??

    fileprivate init(base: LiveObject) { self.base = base }

    /// Waits for the next value and returns it. Never returns `nil` as the end of the sequence.
    package mutating func next() async throws(StoreError) -> E?? {
      try await next(isolation: nil)
    }

    /// Waits for the next value on the caller's actor and returns it.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> E?? {
      while true {
        if last != nil {
          try await base.queue.waitForChanges()
          guard base.concernsObject(try base.queue.takeAll()) else { continue }
        }
        let identity = base.identity
        let found = try await base.store.read { snapshot throws(StoreError) in
          try snapshot.find(identity)
        }
        if let last, Self.isSame(last, found) { continue }
        last = .some(found)
        return .some(found)
      }
    }

    private static func isSame(_ left: E?, _ right: E?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return ResultRow(object: left, computed: [])
        .isSame(as: ResultRow(object: right, computed: []))
    }
  }

  /// Returns whether the changes of some transactions may concern the object.
  private func concernsObject(_ changes: [ChangeSet]) -> Bool {
    changes.contains { set in
      !set.isComplete || set.tables[E.table.name]?.net[identity.rawValue] != nil
    }
  }
}

extension Store {
  /// Returns the values of an object: the current one, and then each new one.
  ///
  /// - Throws: The error of the connection that watches for commits of other processes.
  package func values<E: Entity>(of identity: Identity<E>) throws(StoreError) -> LiveObject<E> {
    let queue = ChangeQueue(tables: [E.table.name])
    let observation = try listen { queue.put($0) }
    return LiveObject(store: self, identity: identity, queue: queue, observation: observation)
  }
}
