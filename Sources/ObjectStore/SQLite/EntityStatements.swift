/// The common statements of one entity on one connection, each prepared on first use and cached.
final class EntityStatements {
  private let table: Table
  private unowned let connection: Connection
  private var findStatement: Statement?
  private var insertStatement: Statement?
  private var updateStatement: Statement?
  private var deleteStatement: Statement?
  /// The last update of some properties, with the positions of their columns. Objects that are
  /// saved one after the other often differ in the same properties.
  private var lastUpdate: (positions: [Int], statement: Statement)?

  init(for table: Table, on connection: Connection) {
    self.table = table
    self.connection = connection
  }

  /// Returns the query for one object. Its parameter is the identity.
  func find() throws(StoreError) -> Statement {
    try cached(&findStatement) {
      "SELECT \(table.allNames) FROM \(table.quotedName) WHERE \(identityName) = ?"
    }
  }

  /// Returns the insertion of one object. Its parameters are the columns, in order.
  func insert() throws(StoreError) -> Statement {
    try cached(&insertStatement) { table.insertion }
  }

  /// Returns the update of all properties of one object. Its last parameters are the identity and,
  /// if the entity declares a version, the expected version.
  func update() throws(StoreError) -> Statement {
    try cached(&updateStatement) { table.update(of: Array(table.columns.indices)) }
  }

  /// Returns the update of the properties at some positions of one object. Its last parameters are
  /// those of ``update()``.
  func update(of positions: [Int]) throws(StoreError) -> Statement {
    if let lastUpdate, lastUpdate.positions == positions, !lastUpdate.statement.isRunning {
      return lastUpdate.statement
    }
    let statement = try Statement(table.update(of: positions), on: connection)
    lastUpdate = (positions, statement)
    return statement
  }

  /// Returns the deletion of one object. Its parameter is the identity.
  func delete() throws(StoreError) -> Statement {
    try cached(&deleteStatement) { "DELETE FROM \(table.quotedName) WHERE \(identityName) = ?" }
  }

  /// The quoted name of the identity's column.
  private var identityName: String { table.columns[table.identity].quotedName }

  /// Returns the cached statement, or prepares one if none is cached or the cached one is running.
  private func cached(
    _ statement: inout Statement?, _ sql: () -> String
  ) throws(StoreError) -> Statement {
    if let statement, !statement.isRunning { return statement }
    let prepared = try Statement(sql(), on: connection)
    if statement == nil { statement = prepared }
    return prepared
  }
}

extension Table {
  /// The `INSERT` statement for one object, with one parameter per column.
  var insertion: String {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(quotedName) (\(allNames)) VALUES (\(marks))"
  }

  /// Returns the `UPDATE` statement that sets the columns at these positions in one object. If the
  /// entity declares a version, the statement increments it, and changes the object only if the
  /// stored version is the expected one.
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
