/// An edit of an object that was also changed or deleted in the store since it was read.
package struct EditConflict<E: Entity>: Sendable {
  /// The object as it was read.
  package let base: E
  /// The object as it was edited, or `nil` if the edit deletes it.
  package let edited: E?
  /// The stored object, or `nil` if it was deleted. If another object has taken one of its unique
  /// keys, this is the other object.
  package let stored: E?
}

/// How to resolve a conflict between an edit and the stored object.
package enum EditPolicy<E: Entity>: Sendable {
  /// Saving throws ``StoreError/conflict(_:)`` and saves none of the edits.
  case fail
  /// The edit is discarded.
  case storeWins
  /// The properties that the edit changed are saved, and all others keep their stored values. A
  /// deleted object is inserted again with its identity. A deletion deletes the stored object.
  case editWins
  /// The closure returns the object to store, or `nil` to delete it. The identity and the version
  /// of the returned object are ignored.
  case merge(@Sendable (EditConflict<E>) throws(StoreError) -> E?)
}

/// The result of saving edits.
package struct SavedEdits<E: Entity>: Sendable {
  /// The identities of the inserted objects, in the order of their insertion.
  package internal(set) var inserted: [Identity<E>] = []
  /// The conflicts that the policy resolved, in the order of the edits.
  package internal(set) var conflicts: [WriteConflict] = []
}
