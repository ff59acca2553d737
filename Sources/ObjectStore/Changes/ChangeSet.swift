/// The changes of one committed transaction.
///
/// An object occurs once per change, under the kind of that change. An object that a delete rule
/// deletes counts as deleted. An object whose reference becomes `nil` counts as updated.
package struct ChangeSet: Sendable {
  /// The changes by table.
  let tables: [String: ChangeList]

  /// The reason that the changes are unknown, or `nil` if the set lists them. If they are unknown,
  /// the set is empty, and the listener must read the store.
  package let reset: ChangeReset?

  /// Creates a set of the changes in a recorder.
  init(_ recorder: ChangeRecorder) {
    tables = recorder.changesByTable
    reset = nil
  }

  /// Creates a set for unknown changes.
  init(_ reset: ChangeReset) {
    tables = [:]
    self.reset = reset
  }

  private init(tables: [String: ChangeList]) {
    self.tables = tables
    reset = nil
  }

  /// Whether the set lists the changes.
  package var isComplete: Bool { reset == nil }

  /// Whether the transaction changed no objects.
  package var isEmpty: Bool { isComplete && tables.isEmpty }

  /// The number of changes that are listed.
  var count: Int { tables.values.reduce(0) { $0 + $1.count } }

  /// Returns the set with the changes to these tables only.
  func restricted(to names: Set<String>) -> ChangeSet {
    isComplete ? ChangeSet(tables: tables.filter { names.contains($0.key) }) : self
  }

  /// Returns the identities of an entity's objects with this kind of change, in the order of
  /// the changes.
  package func identities<E: Entity>(of _: E.Type, _ kind: ChangeKind) -> [Identity<E>] {
    tables[E.table.name]?.identities(kind).map { Identity(rawValue: $0) } ?? []
  }

  /// Returns the number of changes of this kind to objects of an entity.
  package func count(of entity: any Entity.Type, _ kind: ChangeKind) -> Int {
    tables[entity.tableName]?.count(of: kind) ?? 0
  }
}

/// The reason for which changes are unknown.
package enum ChangeReset: Sendable, Equatable {
  /// Another process has written to the store.
  case otherProcess
  /// The listener was too slow, and its queue of changes was full.
  case overflow
  /// The transaction began before anybody listened, or SQLite did not report every changed row.
  case unrecorded
}
