/// Changes to objects of one entity, collected without a transaction and saved in a single one. A
/// policy resolves conflicts with what others have stored in the meantime.
///
/// ```swift
/// var edits = Edits<Book>(onConflict: .storeWins)
/// edits.change(book) { $0.pages += 1 }
/// edits.delete(other)
/// try await store.execute(edits)
/// ```
///
/// An edit conflicts if the stored object differs from the one that was read, in its version or in
/// any other value. A version alone would not suffice, because a new object may get the identity of
/// a deleted one.
///
/// Edits are a value type. If saving fails, you can save them again.
package struct Edits<E: Entity>: StoreRequest {
  /// A changed object, as it was read and as it was edited.
  private struct Change: Sendable {
    let base: E
    let value: E
  }

  /// Objects that one closure changes. The closure runs when the edits are saved, so memory holds
  /// only the caller's copy of the objects.
  private struct Group: Sendable {
    let bases: [E]
    let edit: @Sendable (inout E) -> Void
  }

  /// The policy for conflicts.
  let policy: EditPolicy<E>
  private var changes: [Change] = []
  private var groups: [Group] = []
  private var deletions: [E] = []
  private var insertions: [E] = []

  /// Creates an empty list of edits.
  package init(_: E.Type = E.self, onConflict policy: EditPolicy<E> = .fail) {
    self.policy = policy
  }

  /// The number of edits.
  package var count: Int {
    groups.reduce(changes.count + deletions.count + insertions.count) { $0 + $1.bases.count }
  }

  /// Adds a changed object. `edit` receives the object as it was read.
  package mutating func change(_ object: E, _ edit: (inout E) -> Void) {
    var value = object
    edit(&value)
    changes.append(Change(base: object, value: value))
  }

  /// Adds objects that are all changed in the same way, without copying the array.
  ///
  /// - Parameter edit: Changes an object that was read. It runs each time the edits are saved, so
  ///   it must not depend on state that changes.
  package mutating func change(_ objects: [E], _ edit: @escaping @Sendable (inout E) -> Void) {
    groups.append(Group(bases: objects, edit: edit))
  }

  /// Adds the deletion of an object, given as it was read.
  package mutating func delete(_ object: E) { deletions.append(object) }

  /// Adds a new object.
  package mutating func insert(_ object: E) { insertions.append(object) }

  /// Saves the edits: first the deletions, then the changes, and then the insertions.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if the policy is ``EditPolicy/fail`` and there is a
  ///   conflict, ``StoreError/violation`` if an object violates a rule, type, key, or reference,
  ///   the error of a merge, or ``StoreError/cancelled``.
  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> SavedEdits<E> {
    try transaction.inSavepoint { transaction throws(StoreError) in
      try transaction.attempt { () throws(StoreError) in
        try transaction.connection.reporting(to: progress) { () throws(StoreError) in
          try save(in: transaction)
        }
      }
    }
  }

  private func save(in transaction: borrowing Transaction) throws(StoreError) -> SavedEdits<E> {
    let connection = transaction.connection
    var writer = EditWriter<E>(connection: connection)
    var saved = SavedEdits<E>()
    for object in deletions where try !writer.delete(object, explaining: transaction) {
      guard let stored: E = try transaction.find(object.id) else { continue }
      let conflict = EditConflict(base: object, edited: nil, stored: stored)
      try decide(conflict, with: &writer, in: transaction, &saved)
    }
    for change in changes {
      try save(change.base, as: change.value, with: &writer, in: transaction, &saved)
    }
    for group in groups {
      for index in group.bases.indices {
        var value = group.bases[index]
        group.edit(&value)
        // A variable for the unchanged object would make another copy.
        try save(group.bases[index], as: value, with: &writer, in: transaction, &saved)
      }
    }
    for object in insertions {
      saved.inserted.append(try writer.insert(object, explaining: transaction))
    }
    return saved
  }

  /// Saves a changed object, or applies the policy if it conflicts with the stored one.
  private func save(
    _ base: E, as value: E, with writer: inout EditWriter<E>,
    in transaction: borrowing Transaction, _ saved: inout SavedEdits<E>
  ) throws(StoreError) {
    if try writer.update(base, to: value, explaining: transaction) { return }
    try resolve(base, value, with: &writer, in: transaction, &saved)
  }

  /// Applies the policy to a changed object that conflicts with the stored one. Not inlined,
  /// because only this function needs the conflict's type, whose lookup takes time.
  @inline(never)
  private func resolve(
    _ base: E, _ value: E, with writer: inout EditWriter<E>,
    in transaction: borrowing Transaction, _ saved: inout SavedEdits<E>
  ) throws(StoreError) {
    let conflict = EditConflict(
      base: base, edited: value, stored: try transaction.current(base))
    try decide(conflict, with: &writer, in: transaction, &saved)
  }

  /// Applies the policy to a conflict.
  private func decide(
    _ conflict: EditConflict<E>, with writer: inout EditWriter<E>,
    in transaction: borrowing Transaction, _ saved: inout SavedEdits<E>
  ) throws(StoreError) {
    let table = E.table
    let summary = WriteConflict(
      entity: table.entity, identity: conflict.base.id.rawValue,
      expected: table.versionNumber(of: conflict.base),
      found: conflict.stored.flatMap { table.versionNumber(of: $0) })
    let result: E?
    switch policy {
    case .fail: throw .conflict(summary)
    case .storeWins:
      saved.conflicts.append(summary)
      return
    case .editWins: result = conflict.edited
    case .merge(let merge): result = try merge(conflict)
    }
    saved.conflicts.append(summary)
    guard var result else {
      if let stored = conflict.stored { try writer.remove(stored.id, explaining: transaction) }
      return
    }
    guard let stored = conflict.stored else {
      // The version number continues, so copies of the deleted object stay outdated.
      result.id = conflict.base.id
      if let version = table.version { table.incrementVersion(at: version, of: &result) }
      _ = try writer.insert(result, explaining: transaction)
      return
    }
    let old = if case .editWins = policy { conflict.base } else { stored }
    let changed = table.differences(between: result, and: old)
    try writer.write(result, changed, to: stored.id, explaining: transaction)
  }
}
