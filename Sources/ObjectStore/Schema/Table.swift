/// The table of an entity: the parts of a ``Schema`` that do not depend on the Swift type. It is
/// an immutable class, so that passing it around costs one reference.
package final class Table: Sendable {
  /// The name in SQL, without quotes.
  package let name: String
  /// The name as a quoted SQL identifier.
  let quotedName: String
  /// The entity's name, for errors.
  package let entity: String
  /// The columns, in the order of the struct's properties.
  package let columns: [Column]
  /// The property offsets of each unique constraint.
  let unique: [[Int]]
  /// The property offsets of each index, and the condition of a partial one.
  let indexes: [(offsets: [Int], condition: SQLTerm?)]
  /// The rules over several properties. Each ``Column`` has its own rules.
  let rules: [(name: String, condition: SQLTerm)]

  /// The binding of all columns, in order.
  let binding: Binding

  /// The position of the identity among the columns.
  let identity: Int
  /// The position of the version among the columns, or `nil` if the entity declares none.
  let version: Int?
  /// The place of a property in the memory of an object: the position of its column, and the range
  /// of its bytes, up to the next property.
  struct Place: Sendable {
    let position: Int
    let offset: Int
    /// The end of the range. The last one ends with the object.
    let end: Int
    /// The number of bytes of a value if two values are equal exactly when their bytes are.
    /// Otherwise `nil`.
    let size: Int?
  }

  /// The places of the properties besides the identity and the version. A loop over these copies no
  /// columns.
  let plainPlaces: [Place]
  /// The positions of the columns by property offset.
  private let positions: [Int: Int]

  init(
    name: String, entity: String, columns: [Column], unique: [[Int]],
    indexes: [(offsets: [Int], condition: SQLTerm?)], rules: [(name: String, condition: SQLTerm)]
  ) {
    guard let identity = columns.firstIndex(where: { $0.role == .identity }) else {
      preconditionFailure("\(entity) declares no property for its identity")
    }
    // The parameters of a memberwise initializer are in struct order. Ascending offsets ensure that
    // the columns are in the same order, so that no two properties of the same type are swapped. A
    // property without a size (an enumeration with one case) has no offset of its own, so it also
    // traps.
    precondition(
      zip(columns, columns.dropFirst()).allSatisfy { $0.offset < $1.offset },
      "the properties of \(entity) are not declared in the order of the struct")
    self.name = name
    quotedName = StoredValue.quoted(name, with: "\"")
    self.entity = entity
    self.columns = columns
    binding = Binding(of: columns)
    self.unique = unique
    self.indexes = indexes
    self.rules = rules
    self.identity = identity
    version = columns.firstIndex { $0.role == .version }
    let ends = columns.dropFirst().map(\.offset) + [.max]
    plainPlaces = columns.indices.filter { columns[$0].role == .plain }.map {
      Place(
        position: $0, offset: columns[$0].offset, end: ends[$0], size: columns[$0].layout.size)
    }
    positions = Dictionary(
      zip(columns.map(\.offset), columns.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the column of the property at this offset. Traps if there is none.
  func column(at offset: Int) -> Column {
    guard let position = positions[offset] else {
      preconditionFailure("\(entity) has no column for the property at offset \(offset)")
    }
    return columns[position]
  }
}
