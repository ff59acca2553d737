/// A request that inserts many objects. Either all of them are inserted, or none.
@usableFromInline
package struct BatchInsert<E: Entity, Outcome: Sendable>: StoreRequest {
  /// The treatment of an object that has the same unique key as a stored one.
  @usableFromInline
  package enum ConflictPolicy: Sendable {
    /// The batch fails.
    case fail
    /// The stored object stays unchanged.
    case keep(CompoundKey<E>)
    /// The stored object gets the values of the new one, but keeps its identity.
    case update(CompoundKey<E>)
  }

  /// Passes each object to a closure. This loop is compiled in the caller's module, where the type
  /// of the sequence is known. In this module, every element would be copied through witness
  /// tables.
  private let forEach: @Sendable ((E) throws(StoreError) -> Void) throws(StoreError) -> Void
  /// The treatment of an object that has the same unique key as a stored one.
  private let conflict: ConflictPolicy
  private let returning: BatchResult<E, Outcome>

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - objects: The objects to insert.
  ///   - conflict: The treatment of an object that has the same unique key as a stored one.
  ///   - returning: The kind of outcome: the status, the count, or the identities.
  @inlinable
  @_disfavoredOverload
  package init(
    _ objects: some Sequence<E> & Sendable, onConflict conflict: ConflictPolicy = .fail,
    returning: BatchResult<E, Outcome>
  ) {
    self.init(onConflict: conflict, returning: returning) { (body) throws(StoreError) in
      for object in objects { try body(object) }
    }
  }

  /// Creates a request whose objects a lazy sequence makes one at a time, each time the request
  /// runs. An expression such as `files.lazy.map(Record.init)` is evaluated only then, so what it
  /// uses must be `Sendable`.
  ///
  /// - Parameters:
  ///   - objects: The lazy sequence.
  ///   - conflict: The treatment of an object that has the same unique key as a stored one.
  ///   - returning: The kind of outcome: the status, the count, or the identities.
  @inlinable
  package init<Objects: LazySequenceProtocol & SendableMetatype>(
    _ objects: @autoclosure @escaping @Sendable () -> Objects,
    onConflict conflict: ConflictPolicy = .fail, returning: BatchResult<E, Outcome>
  ) where Objects.Element == E {
    self.init(onConflict: conflict, returning: returning) { (body) throws(StoreError) in
      for object in objects() { try body(object) }
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

  /// Inserts the objects.
  ///
  /// - Throws: ``StoreError/violation`` if an object violates a constraint, with the number of
  ///   objects that violate the same one, or ``StoreError/cancelled``.
  @usableFromInline
  package func run(
    in transaction: borrowing Transaction, progress: RequestProgress?
  ) throws(StoreError) -> Outcome {
    let statement = try transaction.connection.statement(sql)
    return try transaction.inSavepoint { (transaction) throws(StoreError) in
      try transaction.collect(.inserted, returning, progress) { () throws(StoreError) in
        try insert(with: statement, in: transaction, progress)
      }
    }
  }

  /// Binds and runs the statement once for each object and returns the number of changed objects.
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
        // The batch has failed. The remaining objects are still inserted, to count the objects that
        // violate the same constraint.
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
      // Reporting after every 256 objects costs little.
      if done & 255 == 0, let progress {
        try progress.checkCancellation()
        progress.reportCompleted(done)
      }
    }
    if let violation { throw .violation(violation) }
    progress?.reportCompleted(done)
    return connection.totalChanges - before
  }

  /// The `INSERT` statement for one object.
  private var sql: String {
    switch conflict {
    case .fail: E.table.insertion
    // Not `OR IGNORE`, which would silently skip objects that break a rule.
    case .keep(let key):
      "\(E.table.insertion) ON CONFLICT (\(E.table.names(key.offsets))) DO NOTHING"
    case .update(let key): E.table.upsertion(on: key.offsets)
    }
  }
}
