/// The table behind an entity: everything of a ``Schema`` that does not depend on the Swift type. A class, so
/// that it is handed about at the price of one reference; it never changes.
package final class Table: Sendable {
  package let name: String
  /// The entity's name, for errors.
  package let entity: String
  package let columns: [Column]
  let unique: [[Int]]
  let indexes: [(offsets: [Int], condition: SQLTerm?)]
  let rules: [(name: String, condition: SQLTerm)]

  let binding: Binding

  let identity: Int
  let version: Int?
  private let positions: [Int: Int]

  init(
    name: String, entity: String, columns: [Column], unique: [[Int]],
    indexes: [(offsets: [Int], condition: SQLTerm?)], rules: [(name: String, condition: SQLTerm)]
  ) {
    guard let identity = columns.firstIndex(where: { $0.role == .identity }) else {
      preconditionFailure("\(entity) declares no property for its identity")
    }
    // A type without a size (an enumeration of one case) has no place of its own, and is refused here, too.
    // In a memberwise initializer properties stand in the order of the struct, so offsets that ascend
    // make sure that no two of the same type are exchanged.
    precondition(
      zip(columns, columns.dropFirst()).allSatisfy { $0.offset < $1.offset },
      "the properties of \(entity) are not declared in the order of the struct")
    self.name = name
    self.entity = entity
    self.columns = columns
    binding = Binding(of: columns)
    self.unique = unique
    self.indexes = indexes
    self.rules = rules
    self.identity = identity
    version = columns.firstIndex { $0.role == .version }
    positions = Dictionary(
      zip(columns.map(\.offset), columns.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The column of the property at this place of the struct.
  func column(at offset: Int) -> Column {
    guard let position = positions[offset] else {
      preconditionFailure("\(entity) has no column for the property at offset \(offset)")
    }
    return columns[position]
  }

  func position(of offset: Int) -> Int? { positions[offset] }
}
