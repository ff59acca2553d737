internal import LibC

/// A running write transaction, committed as a whole or not at all.
@usableFromInline
package struct Transaction: ~Copyable, ReadAccess {
  @usableFromInline package let connection: Connection
  let model: Model

  /// Whether the transaction consists of a single request. A failed batch may then end the
  /// transaction instead of undoing only its own changes.
  let isSoleRequest: Bool

  /// Inserts an object and returns its identity, which the store assigns if the object has none.
  ///
  /// - Throws: ``StoreError/violation`` if the object violates a rule, type, key, or reference, and
  ///   ``StoreError/transactionEnded`` if SQLite has rolled the transaction back.
  @discardableResult
  package func insert<E: Entity>(_ object: E) throws(StoreError) -> Identity<E> {
    try connection.requireTransaction()
    let statement = try connection.statements(for: E.self).insert()
    do {
      try E.table.bind(object, to: statement)
      try attempt(statement)
    } catch {
      throw explained(error, writing: object)
    }
    return Identity(rawValue: connection.lastInsertedRowID)
  }

  /// Writes an object and returns it as stored, with its version incremented.
  ///
  /// - Parameters:
  ///   - object: The object with its new values.
  ///   - old: The object as it was read. Only the properties that differ are written, or nothing
  ///     if none does. With `nil`, all properties are written.
  /// - Throws: ``StoreError/conflict`` if the object no longer exists, or if its entity declares a
  ///   version and the object was changed since it was read; ``StoreError/violation`` if the object
  ///   violates a rule, type, key, or reference.
  @discardableResult
  package func update<E: Entity>(_ object: E, from old: E? = nil) throws(StoreError) -> E {
    let table = E.table
    let statements = connection.statements(for: E.self)
    guard let old else {
      let statement = try statements.update()
      return try update(object, with: statement, columns: Array(table.columns.indices))
    }
    let changed = table.differences(between: object, and: old)
    guard !changed.isEmpty else { return object }
    return try update(object, with: statements.update(of: changed), columns: changed)
  }

  /// Runs an update statement for one object.
  ///
  /// - Parameter columns: The positions of the columns that the statement sets, in the order of its
  ///   parameters.
  private func update<E: Entity>(
    _ object: E, with statement: Statement, columns: [Int]
  ) throws(StoreError) -> E {
    try connection.requireTransaction()
    let table = E.table
    var stored = object
    do {
      try unsafe withUnsafePointer(to: object) { (base) throws(StoreError) in
        var index: Int32 = 1
        for position in columns where position != table.identity && position != table.version {
          try unsafe table.columns[position].bind(base, statement.parameter(index))
          index += 1
        }
        try statement.parameter(index).set(object.id.rawValue)
        if let version = table.version {
          try unsafe table.columns[version].bind(base, statement.parameter(index + 1))
        }
      }
      try attempt(statement)
    } catch {
      throw explained(error, writing: object)
    }
    guard connection.changes > 0 else { throw try conflict(with: object) }
    if let version = table.version { table.incrementVersion(at: version, of: &stored) }
    return stored
  }

  /// Deletes an object and applies the delete rules of the references to it.
  ///
  /// - Returns: Whether the object existed.
  /// - Throws: ``StoreError/violation`` if another object refers to it with the
  ///   rule ``DeleteRule/deny``.
  @discardableResult
  package func delete<E: Entity>(_ identity: Identity<E>) throws(StoreError) -> Bool {
    try connection.requireTransaction()
    let statement = try connection.statements(for: E.self).delete()
    do {
      try statement.parameter(1).set(identity.rawValue)
      try attempt(statement)
    } catch {
      throw explained(error, deleting: identity)
    }
    return connection.changes > 0
  }

  /// Inserts an object, or updates the stored one that has the same values for a unique key.
  ///
  /// - Parameters:
  ///   - object: The values to store. An update ignores the object's identity and version.
  ///   - key: One of the entity's unique keys.
  /// - Returns: The identity of the stored object, which an update preserves.
  /// - Throws: ``StoreError/violation`` if the object violates a rule, type, other key, or
  ///   reference.
  @discardableResult
  package func upsert<E: Entity>(
    _ object: E, on key: CompoundKey<E>
  ) throws(StoreError) -> Identity<E> {
    try connection.requireTransaction()
    let table = E.table
    let statement = try connection.statement(
      table.upsertion(on: key.offsets) + " RETURNING \(table.columns[table.identity].quotedName)")
    do {
      try table.bind(object, to: statement)
      defer { statement.reset() }
      let identity = try attempt { () throws(StoreError) in
        var identity: Int64 = 0
        while try statement.step() { identity = statement.cell(0).integer }
        return identity
      }
      return Identity(rawValue: identity)
    } catch {
      throw explained(error, writing: object)
    }
  }

  /// Runs `body`, which executes a statement or batch that changes rows. If `body` fails, its
  /// changes are removed from the recorder, so observers do not receive these changes.
  func attempt<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
    connection.recorder.beginAttempt()
    do {
      return try body()
    } catch {
      connection.recorder.discardAttempt()
      throw error
    }
  }

  /// Runs `body`, whose changes are undone if it throws. If the transaction consists of a single
  /// request, ending it undoes them.
  func inSavepoint<R>(
    _ body: (borrowing Transaction) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    if isSoleRequest { return try body(self) }
    try connection.execute("SAVEPOINT request")
    do {
      let result = try body(self)
      try connection.execute("RELEASE request")
      return result
    } catch {
      // Undoing fails if SQLite has already rolled the transaction back, and the savepoint with it.
      try? connection.execute("ROLLBACK TO request; RELEASE request")
      throw error
    }
  }

  /// Runs a bound statement that returns no rows.
  private func attempt(_ statement: Statement) throws(StoreError) {
    defer { statement.reset() }
    _ = try attempt { () throws(StoreError) in try statement.step() }
  }

  /// Returns the error for an update that changed no row, because the object was deleted or has
  /// another version.
  private func conflict<E: Entity>(with object: E) throws(StoreError) -> StoreError {
    let table = E.table
    guard let stored = try find(object.id) else {
      return .conflict(
        WriteConflict(
          entity: table.entity, identity: object.id.rawValue,
          expected: table.versionNumber(of: object), found: nil))
    }
    return .conflict(
      WriteConflict(
        entity: table.entity, identity: object.id.rawValue,
        expected: table.versionNumber(of: object), found: table.versionNumber(of: stored)))
  }
}

extension Table {
  /// Binds every property of an object, in column order, to the parameters after the first `count`.
  func bind<E: Entity>(
    _ object: E, to statement: Statement, after count: Int = 0
  ) throws(StoreError) {
    try unsafe withUnsafeBytes(of: object) { (bytes) throws(StoreError) in
      guard let base = bytes.baseAddress else { return }
      try unsafe binding.bind(base, to: statement, after: count)
    }
  }

  /// Returns the positions of the columns whose values differ in two objects, without those of the
  /// identity and the version.
  func differences<E: Entity>(between object: E, and old: E) -> [Int] {
    var positions: [Int] = []
    findDifferences(between: object, and: old, in: &positions)
    return positions
  }

  /// Replaces `positions` with the result of ``differences(between:and:)``, reusing its memory.
  func findDifferences<E: Entity>(between object: E, and old: E, in positions: inout [Int]) {
    positions.removeAll(keepingCapacity: true)
    // In generic code, typed pointers would cost as much as the comparison.
    unsafe withUnsafeBytes(of: object) { new in
      unsafe withUnsafeBytes(of: old) { before in
        guard let new = new.baseAddress, let before = before.baseAddress else { return }
        for place in plainPlaces {
          // Equal bytes are equal values, which saves reading most of them. Values without a fixed
          // size can be equal even if their bytes differ. For example, equal strings may be stored
          // at different addresses.
          let count = place.size ?? min(place.end, MemoryLayout<E>.size) - place.offset
          if unsafe memcmp(new + place.offset, before + place.offset, count) == 0 { continue }
          let position = place.position
          if unsafe place.size != nil
            || columns[position].read(new) != columns[position].read(before)
          {
            positions.append(position)
          }
        }
      }
    }
  }

  /// Returns an `INSERT` statement that updates the stored object if there is one with the
  /// same key.
  ///
  /// The statement does not use `OR REPLACE`, which deletes the stored object: delete rules would
  /// apply to the objects that refer to it, and the update hook would not report the deletion.
  ///
  /// - Parameter key: The property offsets of the unique key.
  func upsertion(on key: [Int]) -> String {
    var sets = columns.indices
      .filter { $0 != identity && $0 != version && !key.contains(columns[$0].offset) }
      .map { "\(columns[$0].quotedName) = excluded.\(columns[$0].quotedName)" }
    if let version {
      let name = columns[version].quotedName
      sets.append("\(name) = \(quotedName).\(name) + 1")
    }
    if sets.isEmpty {
      // Every property belongs to the key. With `DO NOTHING`, `RETURNING` would have no row.
      sets = key.map { column(at: $0).quotedName }.map { "\($0) = excluded.\($0)" }
    }
    return "\(insertion) ON CONFLICT (\(names(key))) DO UPDATE SET "
      + sets.joined(separator: ", ")
  }

  /// Returns the version of an object, or `nil` if its entity declares none.
  func versionNumber<E: Entity>(of object: E) -> Int64? {
    guard let version else { return nil }
    guard case .integer(let number) = columns[version].value(in: object) else { return nil }
    return number
  }

  /// Increments the version of an object in memory, as the update did in the store.
  ///
  /// - Parameters:
  ///   - position: The position of the version among the columns.
  ///   - object: The object, whose version is an `Int64`.
  func incrementVersion<E: Entity>(at position: Int, of object: inout E) {
    let offset = columns[position].offset
    unsafe withUnsafeMutablePointer(to: &object) { base in
      let number = unsafe (UnsafeMutableRawPointer(base) + offset)
        .assumingMemoryBound(to: Int64.self)
      unsafe number.pointee += 1
    }
  }
}
