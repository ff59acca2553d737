/// What a listener of a ``ChangeSequence`` receives.
package enum ChangeEvent<E: Entity>: Sendable, Equatable {
  /// A transaction has changed these objects.
  case changed(ChangedIdentities<E>)
  /// Anything may have changed. The listener reads the store again.
  case reset(ChangeReset)
}

/// The objects of an entity that a transaction has changed. Each occurs once, with what all of its
/// changes amount to, and the identities are in ascending order.
package struct ChangedIdentities<E: Entity>: Sendable, Equatable {
  /// The objects that are new.
  package private(set) var inserted: [Identity<E>]
  /// The objects that were there before and after, with other values or the same.
  package private(set) var updated: [Identity<E>]
  /// The objects that are gone.
  package private(set) var deleted: [Identity<E>]

  /// Whether there are none.
  package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Creates the changes of some objects, by default of none.
  package init(
    inserted: [Identity<E>] = [], updated: [Identity<E>] = [], deleted: [Identity<E>] = []
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Creates the identities from the kind of each object's change.
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
