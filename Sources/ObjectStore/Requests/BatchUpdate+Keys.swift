extension BatchUpdate {
  /// The columns to move out of the way: one assigned column of each unique key that the batch
  /// changes, preferably not a reference.
  var parkedColumns: [Column] {
    let table = E.table
    var parked: [Column] = []
    for key in table.unique {
      let candidates = key.filter { offset in assignments.contains { $0.offset == offset } }
        .map { table.column(at: $0) }.filter { $0.affinity != .real }
      if parked.contains(where: { known in candidates.contains { $0.offset == known.offset } }) {
        continue
      }
      guard let column = candidates.first(where: { $0.reference == nil }) ?? candidates.first
      else { continue }
      parked.append(column)
    }
    return parked
  }

  /// Updates the objects in two steps, so that no object takes a key that another one still has:
  /// first moves every object to an unused key, and then sets the new values, which were computed
  /// before.
  ///
  /// SQLite checks unique keys row by row, so a single statement fails when an object takes the key
  /// of one that has not yet changed.
  func runInTwoSteps(on connection: Connection) throws(StoreError) {
    let recorder = connection.recorder
    // The failed statement has undone its reported changes.
    recorder.discardAttempt()
    recorder.beginAttempt()
    try connection.execute("SAVEPOINT steps")
    do {
      recorder.isPaused = true
      defer { recorder.isPaused = false }
      try computeValues(on: connection)
      try park(on: connection)
      recorder.isPaused = false
      try connection.statement(finalUpdate).run()
      try connection.execute("RELEASE steps; PRAGMA defer_foreign_keys = OFF")
    } catch {
      // Undoing fails if SQLite has already rolled the transaction back.
      try? connection.execute(
        "ROLLBACK TO steps; RELEASE steps; PRAGMA defer_foreign_keys = OFF")
      throw error
    }
  }

  /// The name of the temporary table with the identities and the new values. It is never dropped,
  /// because SQLite drops no table while another statement of the connection runs.
  private var computed: String { "temp.computed_\(assignments.count)" }

  /// Computes all new values into a temporary table. Positions start at 1.
  private func computeValues(on connection: Connection) throws(StoreError) {
    let names = assignments.indices.map { "value\($0)" }.joined(separator: ", ")
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS computed_\(assignments.count)
        (position INTEGER PRIMARY KEY, identity INTEGER, \(names));
      DELETE FROM \(computed)
      """)
    let table = E.table
    var sql = SQLText(over: table)
    sql.append("INSERT INTO \(computed) (identity, \(names)) SELECT ")
    sql.append(table.columns[table.identity].quotedName)
    for assignment in assignments {
      sql.append(", ")
      sql.append(assignment.term)
    }
    sql.append(" FROM \(table.quotedName) WHERE ")
    sql.append(predicate.term)
    try connection.statement(sql).run()
  }

  /// Moves the objects to unused keys, which may violate the rules of their properties.
  private func park(on connection: Connection) throws(StoreError) {
    let table = E.table
    let columns = parkedColumns
    let sets = columns.map { column in
      let name = column.quotedName
      let value =
        switch column.affinity {
        case .integer:
          """
          (SELECT CASE WHEN max(\(name)) < 1 << 62 THEN max(\(name)) ELSE min(\(name)) END
            FROM \(table.quotedName))
            + CASE WHEN (SELECT max(\(name)) < 1 << 62 FROM \(table.quotedName))
              THEN computed.position ELSE -computed.position END
          """
        // A text or blob sorts after each of its prefixes.
        default:
          """
          CAST((SELECT max(\(name)) FROM \(table.quotedName)) || computed.position
            AS \(column.affinity.rawValue))
          """
        }
      return "\(name) = \(value)"
    }
    if columns.contains(where: { $0.reference != nil }) {
      try connection.execute("PRAGMA defer_foreign_keys = ON")
    }
    try connection.execute("PRAGMA ignore_check_constraints = ON")
    // The pragma fails only if there is no memory for its statement.
    defer { try? connection.execute("PRAGMA ignore_check_constraints = OFF") }
    try connection.execute(
      """
      UPDATE \(table.quotedName) SET \(sets.joined(separator: ", "))
        FROM \(computed) AS computed
        WHERE \(table.quotedName).\(table.columns[table.identity].quotedName) = computed.identity
      """)
  }

  /// The statement that sets the computed values and increments the versions.
  private var finalUpdate: String {
    let table = E.table
    var sets = assignments.enumerated().map { index, assignment in
      "\(table.column(at: assignment.offset).quotedName) = computed.value\(index)"
    }
    if let version = table.version {
      let name = table.columns[version].quotedName
      sets.append("\(name) = \(table.quotedName).\(name) + 1")
    }
    return """
      UPDATE \(table.quotedName) SET \(sets.joined(separator: ", "))
        FROM \(computed) AS computed
        WHERE \(table.quotedName).\(table.columns[table.identity].quotedName) = computed.identity
      """
  }
}
