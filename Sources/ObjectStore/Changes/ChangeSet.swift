/// The changes of one committed transaction.
///
/// An object occurs once per change, under the kind of that change. An object that a delete rule
/// deletes counts as deleted. An object whose reference becomes `nil` counts as updated.
package struct ChangeSet: Sendable {
  /// The identities of the changed objects, by table and then by kind.
  let tables: [String: [IdentityList]]

  /// Whether the set lists the changes. If not, the observer was registered while the transaction
  /// was running, nothing is listed, and only reading the store shows what has changed.
  package let isComplete: Bool

  /// Creates a set of the changes in a recorder.
  init(_ recorder: ChangeRecorder) {
    tables = recorder.identitiesByTable
    isComplete = true
  }

  private init(unknown: Void) {
    tables = [:]
    isComplete = false
  }

  /// The set for a transaction whose changes were not recorded.
  static let unknown = ChangeSet(unknown: ())

  /// Whether the transaction changed no objects.
  package var isEmpty: Bool { isComplete && tables.isEmpty }

  /// Returns the identities of an entity's objects with this kind of change, in the order of
  /// the changes.
  package func identities<E: Entity>(of _: E.Type, _ kind: ChangeKind) -> [Identity<E>] {
    tables[E.table.name]?[kind.rawValue].map { Identity(rawValue: $0) } ?? []
  }

  /// Returns the number of changes of this kind to objects of an entity.
  package func count(of entity: any Entity.Type, _ kind: ChangeKind) -> Int {
    tables[entity.tableName]?[kind.rawValue].count ?? 0
  }
}

/// The registration of an observer, which ends when this object is deallocated.
package final class Observation: Sendable {
  /// Removes the observer from its store.
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
