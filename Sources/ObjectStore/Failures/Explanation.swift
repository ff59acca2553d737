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
    if let denial = denial(of: "= \(identity.rawValue)", in: E.table) {
      violation.entity = denial.entity
      violation.properties = [denial.property]
      violation.rows = denial.rows
      violation.kind = .reference(to: E.table.entity)
    }
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

  /// Returns the first entity whose references deny deleting objects of `table`, with the referring
  /// property and the number of referring objects, or `nil` if there is none.
  ///
  /// - Parameter condition: The SQL condition on the objects' identity, such as `= 5`.
  func denial(
    of condition: String, in table: Table
  ) -> (entity: String, property: String, rows: Int)? {
    for other in model.tables {
      for column in other.columns {
        guard let reference = column.reference, reference.rule == .deny,
          reference.table == table.name,
          let statement = try? connection.statement(
            "SELECT count(*) FROM \(other.quotedName) WHERE \(column.quotedName) \(condition)"),
          let rows = try? statement.integer(), rows > 0
        else { continue }
        return (other.entity, column.name, Int(rows))
      }
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

  /// Creates a violation from SQLite's message, which contains the name of the constraint or of the
  /// columns.
  init(code: ResultCode, detail: String, table: Table) {
    var subject = Substring(detail)
    if let colon = detail.firstIndex(of: ":") {
      subject = detail[detail.index(after: colon)...].drop { $0 == " " }
    }
    let columns = Self.columns(in: subject, of: table)
    // The second byte of the extended code is the kind of constraint.
    switch code.rawValue >> 8 {
    // `SQLITE_CONSTRAINT_CHECK`.
    case 1:
      let rule = table.rule(named: String(subject))
      self.init(
        kind: rule?.name == ColumnRule.typeName ? .type : .rule(rule?.name ?? String(subject)),
        entity: table.entity,
        properties: rule?.properties ?? [], code: code)
    // `SQLITE_CONSTRAINT_FOREIGNKEY` and `_TRIGGER`. SQLite implements `RESTRICT` with a trigger,
    // and reports a violation of it with the second code. The message contains neither the target
    // nor the property.
    case 3, 7:
      self.init(kind: .reference(to: ""), entity: table.entity, properties: [], code: code)
    // `SQLITE_CONSTRAINT_NOTNULL`.
    case 5:
      self.init(kind: .missingValue, entity: table.entity, properties: columns, code: code)
    // `SQLITE_CONSTRAINT_PRIMARYKEY`, `_UNIQUE`, and `_ROWID`.
    case 6, 8, 10:
      self.init(kind: .unique, entity: table.entity, properties: columns, code: code)
    // `SQLITE_CONSTRAINT_DATATYPE`. The message ends with the name of the column.
    default:
      self.init(
        kind: .type, entity: table.entity,
        properties: Self.columns(in: subject.split(separator: " ").last ?? "", of: table),
        code: code)
    }
  }

  /// Returns the column names in a list such as `table.a, table.b`.
  private static func columns(in text: Substring, of table: Table) -> [String] {
    text.split(separator: ",").map { part in
      let name = part.drop { $0 == " " }
      return String(
        name.hasPrefix("\(table.name).") ? name.dropFirst(table.name.utf8.count + 1) : name)
    }
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
