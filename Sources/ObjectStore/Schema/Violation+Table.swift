extension Violation {
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
