/// An event of a ``ChangeSequence``.
package enum ChangeEvent<E: Entity>: Sendable, Equatable {
  /// A transaction changed these objects.
  case changed(ChangedIdentities<E>)
  /// Any object may have changed. The listener must read the store again.
  case reset(ChangeReset)
}

/// The objects of an entity that a transaction changed, in ascending order of their identities.
/// Each is listed once, with the net effect of its changes.
package struct ChangedIdentities<E: Entity>: Sendable, Equatable {
  /// The inserted objects.
  package private(set) var inserted: [Identity<E>]
  /// The objects that existed before and still do. Their values may be the same as before.
  package private(set) var updated: [Identity<E>]
  /// The deleted objects.
  package private(set) var deleted: [Identity<E>]

  /// Whether no object is listed.
  package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Creates a list of changed objects, which is empty by default.
  package init(
    inserted: [Identity<E>] = [], updated: [Identity<E>] = [], deleted: [Identity<E>] = []
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Creates the list from the net change of each object.
  init(_ kinds: [Int64: ChangeKind]) {
    self.init()
    for (identity, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      switch kind {
      case .inserted: inserted.append(Identity(rawValue: identity))
      case .updated: updated.append(Identity(rawValue: identity))
      case .deleted: deleted.append(Identity(rawValue: identity))
      }
    }
  }
}
