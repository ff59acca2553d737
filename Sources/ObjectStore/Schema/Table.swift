/// The table of an entity: the parts of a ``Schema`` that do not depend on the Swift type. It is
/// an immutable class, so that passing it around costs one reference.
package final class Table: Sendable {
  package let name: String
  /// The entity's name, for errors.
  package let entity: String
  package let columns: [Column]
  /// The property offsets of each unique constraint.
  let unique: [[Int]]
  let indexes: [(offsets: [Int], condition: SQLTerm?)]
  let rules: [(name: String, condition: SQLTerm)]

  let binding: Binding

  /// The position of the identity among the columns.
  let identity: Int
  /// The position of the version among the columns; `nil` if the entity declares none.
  let version: Int?
  /// The positions of the columns by property offset.
  private let positions: [Int: Int]

  init(
    name: String, entity: String, columns: [Column], unique: [[Int]],
    indexes: [(offsets: [Int], condition: SQLTerm?)], rules: [(name: String, condition: SQLTerm)]
  ) {
    guard let identity = columns.firstIndex(where: { $0.role == .identity }) else {
      preconditionFailure("\(entity) declares no property for its identity")
    }
    // The parameters of a memberwise initializer are in struct order, so ascending offsets
    // ensure that no two properties of the same type are swapped. A type without a size (an
    // enumeration of one case) has no offset of its own, and is refused here too.
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

  /// Returns the column of the property at this offset, which must have one.
  func column(at offset: Int) -> Column {
    guard let position = positions[offset] else {
      preconditionFailure("\(entity) has no column for the property at offset \(offset)")
    }
    return columns[position]
  }

  /// Returns the position of the column at this offset; `nil` if there is none.
  func position(of offset: Int) -> Int? { positions[offset] }
}
