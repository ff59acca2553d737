internal import Synchronization

/// The objects that satisfy a condition, kept up to date by the changes of transactions.
final class ObjectSelection<E: Entity>: Sendable {
  private let predicate: Filter<E>
  private let identities: Mutex<Set<Int64>>

  /// Finds the objects that satisfy a condition.
  init(_ predicate: Filter<E>, in snapshot: borrowing Snapshot) throws(StoreError) {
    self.predicate = predicate
    identities = Mutex(try Self.identities(predicate, in: snapshot))
  }

  private static func identities(
    _ predicate: Filter<E>, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> Set<Int64> {
    Set(try snapshot.identities(FetchRequest(where: predicate)).map(\.rawValue))
  }

  /// Returns the changes of a transaction to these objects, or `nil` if there are none.
  ///
  /// - Parameters:
  ///   - changes: The changes of the transaction.
  ///   - snapshot: The store after the transaction.
  func event(
    for changes: ChangeSet, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> ChangeEvent<E>? {
    if let reset = changes.reset {
      let found = try Self.identities(predicate, in: snapshot)
      identities.withLock { $0 = found }
      return .reset(reset)
    }
    let changed = changes.tables[E.table.name]?.net ?? [:]
    // Whether an object satisfies the condition may depend on another object that has changed.
    let isRelated = predicate.term.containsSubquery { changes.tables[$0.name] != nil }
    let now =
      isRelated
      ? try Self.identities(predicate, in: snapshot)
      : try matching(changed.keys, in: snapshot)
    let kinds = identities.withLock { before in
      let concerned = isRelated ? before.union(now).union(changed.keys) : Set(changed.keys)
      var kinds: [Int64: ChangeKind] = [:]
      for identity in concerned {
        switch (before.contains(identity), now.contains(identity)) {
        case (false, true): kinds[identity] = .inserted
        case (true, false): kinds[identity] = .deleted
        case (true, true) where changed[identity] != nil: kinds[identity] = .updated
        default: break
        }
      }
      before.subtract(concerned)
      before.formUnion(now)
      return kinds
    }
    let event = ChangedIdentities<E>(kinds)
    return event.isEmpty ? nil : .changed(event)
  }

  /// Returns those of the objects that satisfy the condition.
  private func matching(
    _ changed: some Collection<Int64>, in snapshot: borrowing Snapshot
  ) throws(StoreError) -> Set<Int64> {
    // Many look-ups take longer than one query.
    if changed.count > 1000 {
      return try Self.identities(predicate, in: snapshot).intersection(changed)
    }
    let column = E.table.columns[E.table.identity]
    var matching: Set<Int64> = []
    for identity in changed {
      let isObject = Filter<E>(
        .compare(.property(column.offset), .equal, .value(.integer(identity))))
      if try snapshot.exists(FetchRequest(where: isObject && predicate)) {
        matching.insert(identity)
      }
    }
    return matching
  }
}
