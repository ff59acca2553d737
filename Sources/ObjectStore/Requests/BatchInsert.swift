/// Inserts many objects, all or none.
@usableFromInline
package struct BatchInsert<E: Entity, Outcome: Sendable>: StoreRequest {
  /// What to do with an object whose unique key is taken.
  @usableFromInline
  package enum ConflictPolicy: Sendable {
    /// The batch fails.
    case fail
    /// The stored object stays as it is.
    case keep(CompoundKey<E>)
    /// The stored object gets the values of the new one (and keeps its identity).
    case update(CompoundKey<E>)
  }

  /// Goes through the objects. Made where the sequence's type is known: of one that is not, every element
  /// would be copied through witness tables.
  private let forEach: @Sendable ((E) throws(StoreError) -> Void) throws(StoreError) -> Void
  private let conflict: ConflictPolicy
  private let returning: BatchResult<E, Outcome>

  /// - parameter objects: gone through once, so they may be made on the way.
  @inlinable
  package init(
    _ objects: some Sequence<E> & Sendable, onConflict conflict: ConflictPolicy = .fail,
    returning: BatchResult<E, Outcome>
  ) {
    self.init(onConflict: conflict, returning: returning) { (body) throws(StoreError) in
      for object in objects { try body(object) }
    }
  }

  @usableFromInline
  init(
    onConflict conflict: ConflictPolicy, returning: BatchResult<E, Outcome>,
    forEach: @escaping @Sendable ((E) throws(StoreError) -> Void) throws(StoreError) -> Void
  ) {
    self.forEach = forEach
    self.conflict = conflict
    self.returning = returning
  }

  @usableFromInline
  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome {
    let connection = transaction.connection
    let statement = try connection.statement(sql)
    // Of a part of a larger transaction nothing may stay behind either.
    let savepoint = transaction.isSoleRequest ? nil : "batch"
    if let savepoint { try connection.execute("SAVEPOINT \(savepoint)") }
    do throws(StoreError) {
      let outcome = try transaction.collect(.inserted, returning, progress) {
        () throws(StoreError) in
        try insert(with: statement, in: transaction, progress)
      }
      if let savepoint { try connection.execute("RELEASE \(savepoint)") }
      return outcome
    } catch {
      if let savepoint { try? connection.execute("ROLLBACK TO \(savepoint); RELEASE \(savepoint)") }
      throw error
    }
  }

  /// Binds and steps once for each object; returns how many were changed.
  private func insert(
    with statement: Statement, in transaction: borrowing Transaction, _ progress: RequestProgress?
  ) throws(StoreError) -> Int {
    let table = E.table
    let connection = transaction.connection
    let before = connection.totalChanges
    var done = 0
    var violation: Violation?
    try forEach { (object) throws(StoreError) in
      do throws(StoreError) {
        try table.bind(object, to: statement)
        defer { statement.reset() }
        _ = try statement.step()
      } catch {
        // The batch has failed; the rest is gone through to say how many objects break the same rule.
        guard case .violation(var found) = transaction.explained(error, writing: object) else {
          throw error
        }
        if let first = violation {
          let isSame = found.kind == first.kind && found.properties == first.properties
          found = first
          if isSame { found.rows += 1 }
        }
        violation = found
      }
      done += 1
      if done & 255 == 0, let progress {
        try progress.requireUncancelled()
        progress.complete(done)
      }
    }
    if let violation { throw .violation(violation) }
    progress?.complete(done)
    return connection.totalChanges - before
  }

  private var sql: String {
    switch conflict {
    case .fail: E.table.insertion
    // Not `OR IGNORE`, which would let objects that break a rule vanish without a word.
    case .keep(let key):
      "\(E.table.insertion) ON CONFLICT (\(E.table.names(key.offsets))) DO NOTHING"
    case .update(let key): E.table.upsertion(on: key.offsets)
    }
  }
}
