extension Table: EntitySQL {
  var selection: String { "SELECT \(allNames) FROM \(quotedName) WHERE \(identityName) = ?" }

  var insertion: String { insertion(into: quotedName) }

  /// Returns the insertion of one object into the table with this quoted name.
  func insertion(into quotedName: String) -> String {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(quotedName) (\(allNames)) VALUES (\(marks))"
  }

  var update: String { update(of: Array(columns.indices)) }

  var deletion: String { "DELETE FROM \(quotedName) WHERE \(identityName) = ?" }

  /// The quoted name of the identity's column.
  private var identityName: String { columns[identity].quotedName }

  func update(of positions: [Int]) -> String {
    var sets = positions.filter { $0 != identity && $0 != version }
      .map { "\(columns[$0].quotedName) = ?" }
    var condition = "\(columns[identity].quotedName) = ?"
    if let version {
      let name = columns[version].quotedName
      sets.append("\(name) = \(name) + 1")
      condition += " AND \(name) = ?"
    }
    return "UPDATE \(quotedName) SET \(sets.joined(separator: ", ")) WHERE \(condition)"
  }
}
