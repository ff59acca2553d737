/// The changes of one committed transaction.
///
/// An object occurs once per change, under the kind of that change. Objects deleted by delete
/// rules count as deleted; objects whose reference becomes `nil` count as updated.
package struct ChangeSet: Sendable {
  /// What happened to an object.
  package enum Kind: Int, Sendable, CaseIterable { case inserted, updated, deleted }

  /// The identities of the changed objects, by table and then by kind.
  var tables: [String: [IdentityList]] = [:]

  package var isEmpty: Bool { tables.isEmpty }

  /// Returns the objects of an entity with this kind of change, in the order of the changes.
  package func identities<E: Entity>(of _: E.Type, _ kind: Kind) -> [Identity<E>] {
    tables[E.table.name]?[kind.rawValue].map { Identity(rawValue: $0) } ?? []
  }

  /// Returns the number of changes of this kind to objects of an entity.
  package func count(of entity: any Entity.Type, _ kind: Kind) -> Int {
    tables[entity.tableName]?[kind.rawValue].count ?? 0
  }
}

/// The registration of an observer, which ends when this object is deallocated.
package final class Observation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
