internal import CSQLite

/// A diagnosis of a failed batch update or deletion. SQLite's message contains the violated
/// constraint but not the objects at fault, so queries on the same connection search for these.
struct BatchDiagnosis {
  /// The table that the batch changes.
  let table: Table
  /// The condition that selects the batch's objects.
  let predicate: SQLTerm
  /// The terms that an update assigns, by property offset. Empty for a deletion.
  let assigned: [Int: SQLTerm]
  /// The connection that ran the batch. The changes of the failed statement are already undone.
  let transaction: Connection

  /// Returns the violation that caused a constraint error, or any other error unchanged.
  ///
  /// - Parameters:
  ///   - error: The error of the failed statement.
  ///   - model: The model whose references can deny a deletion, or `nil` for an update.
  func explained(_ error: StoreError, deletingIn model: Model? = nil) -> StoreError {
    guard case .sqlite(let code, let detail) = error, code.primary.rawValue == SQLITE_CONSTRAINT
    else { return error }
    var violation = Violation(code: code, detail: detail, table: table)
    // The diagnosis can fail too, for example if the store was removed. The violation then lacks
    // the details.
    do {
      switch violation.kind {
      case .rule(let name):
        // A rule fails if its condition is false. NULL satisfies a `CHECK` constraint.
        guard let rule = table.rule(named: "\(table.name).\(name)") ?? rule(in: detail) else {
          break
        }
        try describe(&violation, failing: .compare(rule.condition, .same, .value(.integer(0))))
      case .missingValue:
        guard let column = column(violation.properties.first) else { break }
        try describe(&violation, failing: .isNull(.property(column.offset)))
      case .reference:
        if let model {
          try Denial.first(where: predicate, in: table, of: model, transaction)?
            .describe(in: &violation, deletingFrom: table)
        } else {
          try describeReference(&violation)
        }
      case .unique:
        try countCollisions(&violation)
      case .type:
        guard let column = column(violation.properties.first) else { break }
        try describe(&violation, failing: .otherType(than: column))
      }
    } catch {}
    return .violation(violation)
  }

  /// Returns whether keys collided only temporarily, because rows change one after another. After
  /// all changes, no two objects would have the same key.
  func isTransient(_ error: StoreError) throws(StoreError) -> Bool {
    // The code is `SQLITE_CONSTRAINT_UNIQUE`.
    guard case .sqlite(let code, let detail) = error,
      code.rawValue == SQLITE_CONSTRAINT | (8 << 8)
    else { return false }
    var violation = Violation(code: code, detail: detail, table: table)
    violation.rows = 0
    try countCollisions(&violation)
    return violation.rows == 0
  }

  /// Returns the rule whose name follows a colon in SQLite's message, or `nil` if there is none.
  private func rule(in detail: String) -> (name: String, properties: [String], condition: SQLTerm)?
  {
    guard let colon = detail.firstIndex(of: ":") else { return nil }
    return table.rule(named: String(detail[detail.index(after: colon)...].drop { $0 == " " }))
  }

  /// Returns the column with this name, or `nil` if there is none.
  private func column(_ name: String?) -> Column? { table.columns.first { $0.name == name } }

  /// Adds to `violation` the number of objects at fault, and the identity and values of the first
  /// one. An object is at fault if its new values satisfy `condition`.
  private func describe(_ violation: inout Violation, failing condition: SQLTerm) throws(StoreError)
  {
    let identity = table.columns[table.identity]
    let columns = violation.properties.compactMap(column)
    var sql = SQLText(over: table)
    sql.append("SELECT count(*) OVER (), \(identity.quotedName)")
    for column in columns {
      sql.append(", ")
      sql.append(SQLTerm.property(column.offset).substituting(assigned))
    }
    sql.append(" FROM \(table.quotedName) WHERE (")
    sql.append(predicate)
    sql.append(") AND (")
    sql.append(condition.substituting(assigned))
    sql.append(") LIMIT 1")
    try fill(&violation, columns.count, sql)
  }

  /// Adds to `violation` the first assigned reference whose target does not exist.
  private func describeReference(_ violation: inout Violation) throws(StoreError) {
    for column in table.columns where assigned[column.offset] != nil {
      guard let reference = column.reference else { continue }
      let property = SQLTerm.property(column.offset)
      let targets = Subquery(target: reference.target, reference: nil, condition: nil)
      let isDangling = SQLTerm.every([
        .not(.isNull(property)), .not(.isRelated(property, targets)),
      ])
      var found = violation
      found.properties = [column.name]
      found.kind = .reference(to: reference.target.table.entity)
      // Stays 0 if this reference has a target in every object.
      found.rows = 0
      try describe(&found, failing: isDangling)
      guard found.rows > 0 else { continue }
      violation = found
      return
    }
  }

  /// Adds to `violation` the number of changed objects that would have the same key as another
  /// object, and the identity and key of the first one.
  private func countCollisions(_ violation: inout Violation) throws(StoreError) {
    let columns = violation.properties.compactMap(column)
    let identity = table.columns[table.identity].quotedName
    let keys = columns.indices.map { "key\($0)" }.joined(separator: ", ")
    var sql = SQLText(over: table)
    sql.append(
      "SELECT sum(changed) OVER (), first, \(keys) FROM (SELECT sum(isChanged) AS changed, ")
    sql.append("min(CASE WHEN isChanged THEN id END) AS first, \(keys) FROM (SELECT (")
    sql.append(predicate)
    sql.append(") IS TRUE AS isChanged, \(identity) AS id")
    for (index, column) in columns.enumerated() {
      sql.append(", CASE WHEN ")
      sql.append(predicate)
      sql.append(" THEN ")
      sql.append(SQLTerm.property(column.offset).substituting(assigned))
      sql.append(" ELSE \(column.quotedName) END AS key\(index)")
    }
    sql.append(" FROM \(table.quotedName)) GROUP BY \(keys) HAVING count(*) > 1)")
    sql.append(" WHERE changed > 0 ORDER BY first LIMIT 1")
    try fill(&violation, columns.count, sql)
  }

  /// Copies the result of a query into the violation: the number of objects, the identity of the
  /// first one, and its values.
  ///
  /// - Parameter values: The number of result columns with values, which follow the count and the
  ///   identity.
  private func fill(
    _ violation: inout Violation, _ values: Int, _ sql: SQLText
  ) throws(StoreError) {
    let statement = try transaction.statement(sql)
    defer { statement.reset() }
    guard try statement.step() else { return }
    violation.rows = Int(statement.cell(0).integer)
    violation.identity = statement.cell(1).integer
    guard values > 0 else { return }
    let texts = (0..<values).map { statement.cell(Int32($0) + 2).value.abridged() }
    violation.value = StoredValue.text(texts.joined(separator: ", ")).abridged()
  }
}

extension SQLTerm {
  /// Returns the condition that a column's new value does not fit the type of the property. For
  /// example, a sum that is too large for an integer becomes a floating-point number.
  fileprivate static func otherType(than column: Column) -> SQLTerm {
    let type = SQLTerm.function("typeof", [.property(column.offset)])
    let fitting: [Affinity] = column.affinity == .real ? [.real, .integer] : [column.affinity]
    let names = fitting.map { StoredValue.text($0.rawValue.lowercased()) } + [.text("null")]
    let rules = column.rules.filter { $0.name == ColumnRule.typeName }
    return .any(
      [.not(.isIn(type, names))]
        + rules.map {
          .compare($0.condition(.property(column.offset)), .same, .value(.integer(0)))
        })
  }
}
