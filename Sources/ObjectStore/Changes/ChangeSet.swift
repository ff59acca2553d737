/// What one committed transaction changed.
///
/// An object occurs once per change, under the kind of that change. Objects removed by delete rules
/// count as deleted, objects whose reference becomes nil as updated.
package struct ChangeSet: Sendable {
  package enum Kind: Int, Sendable, CaseIterable { case inserted, updated, deleted }

  /// Per table, and there per kind.
  var tables: [String: [IdentityList]] = [:]

  package var isEmpty: Bool { tables.isEmpty }

  /// The objects of one entity that were changed in one way, in the order of the changes.
  package func identities<E: Entity>(of _: E.Type, _ kind: Kind) -> [Identity<E>] {
    tables[E.table.name]?[kind.rawValue].map { Identity(rawValue: $0) } ?? []
  }

  package func count(of entity: any Entity.Type, _ kind: Kind) -> Int {
    tables[entity.tableName]?[kind.rawValue].count ?? 0
  }
}

/// Keeps an observer registered; it ends with this object.
package final class Observation: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
