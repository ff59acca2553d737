/// The statements that save edits. Consecutive edits usually change the same properties, so the
/// last update statement is reused.
///
/// All statements belong to one attempt, so a failure discards the recorded changes of all of them.
struct EditWriter<E: Entity> {
  let connection: Connection
  /// The entity's table. Looking it up takes longer than binding a parameter.
  private let table = E.table
  /// The last update statement, and the positions of its columns.
  private var lastUpdate: Statement?
  private var lastPositions: [Int] = []
  /// The positions of the columns that the current edit changes.
  private var positions: [Int] = []

  init(connection: Connection) { self.connection = connection }

  /// Updates the properties in which two objects differ. Returns false, and changes nothing, if the
  /// stored object no longer equals `base`.
  mutating func update(
    _ base: E, to value: E, explaining transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    table.findDifferences(between: value, and: base, in: &positions)
    guard !positions.isEmpty else { return true }
    let statement: Statement
    if let lastUpdate, lastPositions == positions {
      statement = lastUpdate
    } else {
      statement = try connection.statement(
        table.assignments(of: positions) + table.sameValues(from: positions.count + 1))
      (lastUpdate, lastPositions) = (statement, positions)
    }
    return try run(statement, explaining: transaction, writing: value) {
      () throws(StoreError) in
      try table.bind(value, positions, to: statement, after: 0)
      try table.bind(base, to: statement, after: positions.count)
    }
  }

  /// Deletes an object. Returns false, and changes nothing, if the stored object no longer equals
  /// `base`.
  func delete(
    _ base: E, explaining transaction: borrowing Transaction
  ) throws(StoreError) -> Bool {
    let statement = try connection.statement(
      "DELETE FROM \(table.quotedName)" + table.sameValues(from: 1))
    do {
      try table.bind(base, to: statement)
      try statement.run()
    } catch {
      throw transaction.explained(error, deleting: base.id)
    }
    return connection.changes > 0
  }

  /// Deletes an object, whatever its values are.
  func remove(
    _ identity: Identity<E>, explaining transaction: borrowing Transaction
  ) throws(StoreError) {
    let statement = try connection.statements(for: E.self).delete()
    do {
      try statement.parameter(1).set(identity.rawValue)
      try statement.run()
    } catch {
      throw transaction.explained(error, deleting: identity)
    }
  }

  /// Writes some properties of an object, whatever the stored values are.
  func write(
    _ value: E, _ positions: [Int], to identity: Identity<E>,
    explaining transaction: borrowing Transaction
  ) throws(StoreError) {
    guard !positions.isEmpty else { return }
    let statement = try connection.statement(
      table.assignments(of: positions) + " WHERE \(table.columns[table.identity].quotedName) = ?")
    _ = try run(statement, explaining: transaction, writing: value) { () throws(StoreError) in
      try table.bind(value, positions, to: statement, after: 0)
      try statement.parameter(Int32(positions.count + 1)).set(identity.rawValue)
    }
  }

  /// Inserts an object and returns its identity.
  func insert(
    _ object: E, explaining transaction: borrowing Transaction
  ) throws(StoreError) -> Identity<E> {
    let statement = try connection.statements(for: E.self).insert()
    _ = try run(statement, explaining: transaction, writing: object) { () throws(StoreError) in
      try E.table.bind(object, to: statement)
    }
    return Identity(rawValue: connection.lastInsertedRowID)
  }

  /// Binds and runs a statement, and returns whether it changed a row.
  private func run(
    _ statement: Statement, explaining transaction: borrowing Transaction, writing object: E,
    _ bind: () throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    do {
      defer { statement.reset() }
      try bind()
      while try statement.step() {}
    } catch {
      throw transaction.explained(error, writing: object)
    }
    return connection.changes > 0
  }
}

extension Table {
  /// Returns an update statement for the columns at these positions, without its condition. It also
  /// increments the version.
  fileprivate func assignments(of positions: [Int]) -> String {
    var sets = positions.map { "\(columns[$0].quotedName) = ?" }
    if let version {
      let name = columns[version].quotedName
      sets.append("\(name) = \(name) + 1")
    }
    return "UPDATE \(quotedName) SET \(sets.joined(separator: ", "))"
  }

  /// Returns the condition that every column has the bound value.
  ///
  /// - Parameter first: The number of the first parameter. The others follow it.
  fileprivate func sameValues(from first: Int) -> String {
    let conditions = columns.enumerated().map { index, column in
      let comparison = index == identity ? "=" : "IS"
      return "\(column.quotedName) \(comparison) ?\(first + index)"
    }
    return " WHERE " + conditions.joined(separator: " AND ")
  }

  /// Binds some properties of an object to consecutive parameters.
  fileprivate func bind<E: Entity>(
    _ object: E, _ positions: [Int], to statement: Statement, after count: Int
  ) throws(StoreError) {
    try unsafe withUnsafeBytes(of: object) { (bytes) throws(StoreError) in
      guard let base = bytes.baseAddress else { return }
      for (index, position) in positions.enumerated() {
        try unsafe binding.bind(
          base, position, to: statement.parameter(Int32(count + index + 1)))
      }
    }
  }
}

extension Transaction {
  /// Returns the stored object that conflicts with `object`: the one with the same identity, or
  /// else one with the same unique key.
  func current<E: Entity>(_ object: E) throws(StoreError) -> E? {
    if let stored: E = try find(object.id) { return stored }
    let table = E.table
    for key in table.unique {
      let conditions = key.map { offset in
        SQLTerm.compare(
          .property(offset), .equal, .value(table.column(at: offset).value(in: object)))
      }
      if let stored: E = try first(FetchRequest(where: Filter(.every(conditions)))) {
        return stored
      }
    }
    return nil
  }
}
