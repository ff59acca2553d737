/// The SQL of the common statements for an entity.
protocol EntitySQL {
  /// The query for one object. Its parameter is the identity.
  var selection: String { get }
  /// The insertion of one object, with one parameter per column.
  var insertion: String { get }
  /// The update of all properties of one object.
  var update: String { get }
  /// The deletion of one object. Its parameter is the identity.
  var deletion: String { get }

  /// Returns the update of the columns at these positions in one object. If the entity has a
  /// version, the statement also increments it, and has no effect unless the stored version is the
  /// expected one.
  func update(of positions: [Int]) -> String
}
