/// An edit of an object that was also changed or deleted in the store since it was read.
package struct EditConflict<E: Entity>: Sendable {
  /// The object as it was read.
  package let base: E
  /// The object as it was edited, or `nil` if the edit deletes it.
  package let edited: E?
  /// The object as it is stored now, or `nil` if it was deleted. If it was deleted and another
  /// object has one of its unique keys now, that one.
  package let stored: E?
}

/// The decision between an edit and what others have stored since the object was read.
package enum EditPolicy<E: Entity>: Sendable {
  /// No edit is saved, and saving throws ``StoreError/conflict(_:)``.
  case fail
  /// The edit is dropped.
  case storeWins
  /// The properties that the edit changed are stored, and the others stay as they are stored. An
  /// object that was deleted is inserted again with its identity. An edit that deletes does so.
  case editWins
  /// The closure returns the object to store, whose identity and version do not matter, or `nil` to
  /// delete it.
  case merge(@Sendable (EditConflict<E>) throws(StoreError) -> E?)
}

/// The outcome of saving edits.
package struct SavedEdits<E: Entity>: Sendable {
  /// The identities of the inserted objects, in the order of their insertion.
  package internal(set) var inserted: [Identity<E>] = []
  /// The conflicts that the policy decided, in the order of the edits.
  package internal(set) var conflicts: [WriteConflict] = []
}
