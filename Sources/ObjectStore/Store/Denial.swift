/// A reference with the rule ``DeleteRule/deny`` to an object that a request would delete, directly
/// or by a cascade. SQLite reports neither the reference nor the object.
struct Denial {
  /// The table whose objects refer to the deleted ones.
  let table: Table
  /// The referring property.
  let column: Column
  /// The table of the deleted objects.
  let target: Table
  /// The number of referring objects.
  let rows: Int
  /// The smallest identity of a deleted object that is referred to.
  let identity: Int64

  /// Finds the first reference that denies a deletion, in the order of the model.
  ///
  /// - Parameters:
  ///   - predicate: The condition on the objects to delete.
  ///   - table: The table of these objects.
  ///   - model: The model whose references can deny the deletion.
  ///   - connection: The connection that ran the request, after its changes were undone.
  /// - Returns: The reference, or `nil` if there is none.
  static func first(
    where predicate: SQLTerm, in table: Table, of model: Model, _ connection: Connection
  ) throws(StoreError) -> Denial? {
    for other in model.tables {
      for column in other.columns {
        guard let reference = column.reference, reference.rule == .deny else { continue }
        let target = reference.target.table
        var sql = deletedObjects(where: predicate, in: table, of: model)
        sql.append("SELECT count(*), min(\(column.quotedName)) FROM \(other.quotedName)")
        sql.append(" WHERE \(column.quotedName) IN (SELECT id FROM deleted WHERE entity = ")
        sql.append(value: .text(target.name))
        sql.append(")")
        let statement = try connection.statement(sql)
        defer { statement.reset() }
        guard try statement.step(), statement.cell(0).integer > 0 else { continue }
        return Denial(
          table: other, column: column, target: target, rows: Int(statement.cell(0).integer),
          identity: statement.cell(1).integer)
      }
    }
    return nil
  }

  /// Returns the start of a query over `deleted`, which contains the table and the identity of each
  /// object that the deletion reaches.
  private static func deletedObjects(
    where predicate: SQLTerm, in table: Table, of model: Model
  ) -> SQLText {
    var sql = SQLText(over: table)
    sql.append("WITH RECURSIVE deleted (entity, id) AS (SELECT ")
    sql.append(value: .text(table.name))
    sql.append(", \(table.columns[table.identity].quotedName) FROM \(table.quotedName) WHERE ")
    sql.append(predicate)
    for other in model.tables {
      for column in other.columns {
        guard let reference = column.reference, reference.rule == .cascade else { continue }
        sql.append(" UNION SELECT ")
        sql.append(value: .text(other.name))
        sql.append(", other.\(other.columns[other.identity].quotedName) FROM deleted JOIN ")
        sql.append("\(other.quotedName) AS other ON other.\(column.quotedName) = deleted.id")
        sql.append(" AND deleted.entity = ")
        sql.append(value: .text(reference.target.table.name))
      }
    }
    sql.append(") ")
    return sql
  }

  /// Adds the reference to the violation of a deletion of objects in `deleted`.
  func describe(in violation: inout Violation, deletingFrom deleted: Table) {
    violation.entity = table.entity
    violation.properties = [column.name]
    violation.kind = .reference(to: target.entity)
    violation.rows = rows
    if target === deleted { violation.identity = identity }
  }
}
