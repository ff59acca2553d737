internal import CSQLite

extension Transaction {
  /// Returns the error of a failed insertion or update. A constraint error becomes a violation with
  /// details that SQLite does not report.
  func explained<E: Entity>(_ error: StoreError, writing object: E) -> StoreError {
    if error == .notANumber { return .violation(Violation(notANumberIn: object)) }
    guard case .sqlite(let code, let detail) = error, code.primary.rawValue == SQLITE_CONSTRAINT
    else { return error }
    let table = E.table
    var violation = Violation(code: code, detail: detail, table: table)
    violation.identity = object.id.isAssigned ? object.id.rawValue : nil
    if case .reference = violation.kind, let column = missingReference(of: object) {
      violation.kind = .reference(to: column.reference?.target.table.entity ?? "")
      violation.properties = [column.name]
    }
    violation.value = table.text(of: violation.properties, in: object)
    return .violation(violation)
  }

  /// Returns the error of a failed deletion. A constraint error becomes a violation whose entity is
  /// the one that still refers to the object.
  func explained<E: Entity>(_ error: StoreError, deleting identity: Identity<E>) -> StoreError {
    guard case .sqlite(let code, let detail) = error, code.primary.rawValue == SQLITE_CONSTRAINT
    else { return error }
    var violation = Violation(code: code, detail: detail, table: E.table)
    violation.identity = identity.rawValue
    let table = E.table
    let isDeleted = SQLTerm.compare(
      .property(table.columns[table.identity].offset), .equal, .value(.integer(identity.rawValue)))
    let denial = try? Denial.first(where: isDeleted, in: table, of: model, connection)
    denial?.describe(in: &violation, deletingFrom: table)
    return .violation(violation)
  }

  /// Returns the first reference of an object whose target does not exist, or `nil` if there
  /// is none.
  private func missingReference<E: Entity>(of object: E) -> Column? {
    for column in E.table.columns {
      guard let reference = column.reference else { continue }
      let value = column.value(in: object)
      let target = reference.target.table
      let sql =
        "SELECT 1 FROM \(target.quotedName) WHERE \(target.columns[target.identity].quotedName) = ?"
      guard value != .null, let statement = try? connection.statement(sql) else { continue }
      // The query ran and found no target. A query that fails is ignored, because the caller
      // reports the error of the original change.
      if case .some(.none) = try? statement.integer([value]) { return column }
    }
    return nil
  }
}

extension Violation {
  /// Creates the violation of an object with a property that is NaN. The code is
  /// `SQLITE_MISMATCH`.
  fileprivate init<E: Entity>(notANumberIn object: E) {
    let column = E.table.columns.first { column in
      guard case .real(let number) = column.value(in: object) else { return false }
      return number.isNaN
    }
    self.init(
      kind: .type, entity: E.table.entity, properties: column.map { [$0.name] } ?? [],
      value: "nan", identity: object.id.isAssigned ? object.id.rawValue : nil,
      code: ResultCode(rawValue: SQLITE_MISMATCH))
  }
}

extension Table {
  /// Returns the values of an object's properties for an error, separated by commas and abridged,
  /// or `nil` if the table has none of the properties.
  func text<E: Entity>(of properties: [String], in object: E) -> String? {
    let chosen = columns.filter { properties.contains($0.name) }
    guard !chosen.isEmpty else { return nil }
    let values = chosen.map { $0.value(in: object).abridged() }
    return StoredValue.text(values.joined(separator: ", ")).abridged()
  }
}
