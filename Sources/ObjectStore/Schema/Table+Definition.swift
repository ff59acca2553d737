internal import CSQLite

extension Table {
  /// The statements that create the table and its indexes.
  var definition: [String] { [creation(as: quotedName)] + indexDefinitions }

  /// Returns the statement that creates the table under a quoted name.
  ///
  /// The table always has row ids, because the update hook, which reports changes for the
  /// observers, ignores tables without row ids. The table is `STRICT` if SQLite supports that (from
  /// 3.37). SQLite then rejects a value of a type other than the declared one.
  func creation(as quotedName: String) -> String {
    var parts = columns.map(definition(of:))
    for key in unique { parts.append("UNIQUE (\(names(key)))") }
    for rule in rules { parts.append(check(rule.name, rule.condition)) }
    let options = sqlite3_libversion_number() >= 3_037_000 ? " STRICT" : ""
    return "CREATE TABLE \(quotedName) (\n  \(parts.joined(separator: ",\n  "))\n)\(options)"
  }

  /// Returns the definition of a column for `CREATE TABLE`, with its constraints.
  private func definition(of column: Column) -> String {
    var text = "\(column.quotedName) \(column.affinity.rawValue)"
    if column.role == .identity { return text + " PRIMARY KEY" }
    if !column.isOptional { text += " NOT NULL" }
    if let reference = column.reference {
      text += " REFERENCES \(StoredValue.quoted(reference.table, with: "\""))"
      text += " ON DELETE \(reference.rule.rawValue)"
    }
    for rule in column.rules {
      let condition = rule.condition(.property(column.offset))
      text += " " + check("\(column.name).\(rule.name)", condition)
    }
    return text
  }

  /// Returns a `CHECK` constraint whose name identifies its rule in SQLite's messages.
  private func check(_ name: String, _ condition: SQLTerm) -> String {
    var text = SQLText(over: self, isLiteral: true)
    text.append("CONSTRAINT \(StoredValue.quoted("\(self.name).\(name)", with: "\"")) CHECK (")
    text.append(condition)
    text.append(")")
    precondition(!text.isTooComplex, "the rule \(name) of \(entity) is too complex")
    return text.text
  }

  /// The statements that create the declared indexes, and an index for each reference that is not
  /// the first property of a unique key or of a declared index. When an object is deleted, SQLite
  /// uses these indexes to find the objects that refer to it.
  var indexDefinitions: [String] {
    let leading = Set((unique + indexes.map(\.offsets)).compactMap(\.first))
    let references = columns.filter { $0.reference != nil && !leading.contains($0.offset) }
    let all = indexes + references.map { (offsets: [$0.offset], condition: nil) }
    return all.enumerated().map { number, index in
      let columns = index.offsets.map { column(at: $0).name }.joined(separator: "_")
      var text = SQLText(over: self, isLiteral: true)
      let name = StoredValue.quoted("\(name)_\(columns)_\(number)", with: "\"")
      text.append("CREATE INDEX \(name) ON \(quotedName) (\(names(index.offsets)))")
      if let condition = index.condition {
        text.append(" WHERE ")
        text.append(condition)
      }
      return text.text
    }
  }

  /// Returns the quoted column names of properties, separated by commas.
  func names(_ offsets: [Int]) -> String {
    offsets.map { column(at: $0).quotedName }.joined(separator: ", ")
  }

  /// The quoted names of all columns, separated by commas.
  var allNames: String { columns.map(\.quotedName).joined(separator: ", ") }

  /// Returns the rule with this constraint name, such as `book.pages.within`, and its properties,
  /// or `nil` if there is none.
  func rule(named name: String) -> (name: String, properties: [String], condition: SQLTerm)? {
    for column in columns {
      for rule in column.rules where name == "\(self.name).\(column.name).\(rule.name)" {
        return (rule.name, [column.name], rule.condition(.property(column.offset)))
      }
    }
    guard let rule = rules.first(where: { name == "\(self.name).\($0.name)" }) else { return nil }
    let names = columns.filter { rule.condition.mentions($0.offset) }.map(\.name)
    return (rule.name, names, rule.condition)
  }
}
