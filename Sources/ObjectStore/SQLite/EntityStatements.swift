/// The common statements of one entity on one connection, each prepared on first use and cached.
final class EntityStatements {
  private let sql: any EntitySQL
  private unowned let connection: Connection
  private var findStatement: Statement?
  private var insertStatement: Statement?
  private var updateStatement: Statement?
  private var deleteStatement: Statement?
  /// The last update of some properties, with the positions of their columns. Objects that are
  /// saved one after the other often differ in the same properties.
  private var lastUpdate: (positions: [Int], statement: Statement)?

  init(_ sql: any EntitySQL, on connection: Connection) {
    self.sql = sql
    self.connection = connection
  }

  /// Returns the query for one object. Its parameter is the identity.
  func find() throws(StoreError) -> Statement {
    try cached(&findStatement) { sql.selection }
  }

  /// Returns the insertion of one object. Its parameters are the columns, in order.
  func insert() throws(StoreError) -> Statement {
    try cached(&insertStatement) { sql.insertion }
  }

  /// Returns the update of all properties of one object. Its last parameters are the identity and,
  /// if the entity declares a version, the expected version.
  func update() throws(StoreError) -> Statement {
    try cached(&updateStatement) { sql.update }
  }

  /// Returns the update of the properties at some positions of one object. Its last parameters are
  /// those of ``update()``.
  func update(of positions: [Int]) throws(StoreError) -> Statement {
    if let lastUpdate, lastUpdate.positions == positions, !lastUpdate.statement.isRunning {
      return lastUpdate.statement
    }
    let statement = try Statement(sql.update(of: positions), on: connection)
    lastUpdate = (positions, statement)
    return statement
  }

  /// Returns the deletion of one object. Its parameter is the identity.
  func delete() throws(StoreError) -> Statement {
    try cached(&deleteStatement) { sql.deletion }
  }

  /// Returns the cached statement, or prepares one if none is cached or the cached one is running.
  private func cached(
    _ statement: inout Statement?, _ text: () -> String
  ) throws(StoreError) -> Statement {
    if let statement, !statement.isRunning { return statement }
    let prepared = try Statement(text(), on: connection)
    if statement == nil { statement = prepared }
    return prepared
  }
}
