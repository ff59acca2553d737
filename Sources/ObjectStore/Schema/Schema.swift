/// The declaration of an entity: its table, its properties in struct order, its keys, and
/// its rules.
@safe
@usableFromInline
package struct Schema<E: Entity>: Sendable {
  /// The parts of the declaration that do not depend on the Swift type.
  package let table: Table

  /// Reads an object from the current row, whose columns are the properties in order.
  let decode: @Sendable (inout Row) throws(StoreError) -> E

  /// Fills an array from its start with at most this many objects, and returns whether more may
  /// follow. Old objects in the array are replaced one by one, so that the memory of a replaced
  /// object can be reused for the next new one. Old objects without a replacement are removed.
  let collect: @Sendable (Rows, Int, inout [E]) throws(StoreError) -> Bool

  /// Passes the objects of all rows to a closure, one at a time.
  let forEach: @Sendable (Rows, (E) throws(StoreError) -> Void) throws(StoreError) -> Void

  /// Creates the schema of an entity from its memberwise initializer.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - property: The properties, in the order of the struct.
  ///   - make: The memberwise initializer, which takes the properties in order.
  ///   - unique: The keys that are unique.
  ///   - indexes: The keys that are indexed, besides unique keys and references.
  ///   - rules: The rules over several properties.
  @inlinable
  package init<each V: ColumnValue>(
    _ name: String, _ property: repeat Property<E, each V>,
    make: @escaping @Sendable (repeat each V) -> E,
    unique: [CompoundKey<E>] = [], indexes: [CompoundKey<E>] = [], rules: [EntityRule<E>] = []
  ) {
    var columns: [Column] = []
    for column in repeat (each property).column { columns.append(column) }
    self.init(name, columns: columns, unique: unique, indexes: indexes, rules: rules) {
      (row) throws(StoreError) in make(repeat try (each V)(row.nextCell()))
    }
  }

  /// Creates the schema of an entity of which millions of objects are read. The closure `read`
  /// calls ``Row/next()`` once for each property, in order, and returns the object. Reading takes a
  /// tenth less time than with the closure `make` of the other initializer.
  @inlinable
  package init<each V: ColumnValue>(
    _ name: String, _ property: repeat Property<E, each V>,
    unique: [CompoundKey<E>] = [], indexes: [CompoundKey<E>] = [], rules: [EntityRule<E>] = [],
    read: @escaping @Sendable (inout Row) throws(StoreError) -> E
  ) {
    var columns: [Column] = []
    for column in repeat (each property).column { columns.append(column) }
    self.init(name, columns: columns, unique: unique, indexes: indexes, rules: rules, decode: read)
  }

  /// Creates a schema whose loops over rows are compiled in the entity's module, where the entity's
  /// type is known. This halves the time that the store adds to SQLite's own.
  @inlinable
  init(
    _ name: String, columns: [Column], unique: [CompoundKey<E>], indexes: [CompoundKey<E>],
    rules: [EntityRule<E>],
    decode: @escaping @Sendable (inout Row) throws(StoreError) -> E
  ) {
    self.init(
      name, columns: columns, unique: unique, indexes: indexes, rules: rules, decode: decode,
      collect: { (rows, limit, objects) throws(StoreError) in
        for index in 0..<limit {
          guard try rows.advance() else {
            objects.removeLast(objects.count - index)
            return false
          }
          var row = rows.row
          if index < objects.count {
            objects[index] = try decode(&row)
          } else {
            objects.append(try decode(&row))
          }
        }
        return true
      },
      forEach: { (rows, body) throws(StoreError) in
        while try rows.advance() {
          var row = rows.row
          try body(try decode(&row))
        }
      })
  }

  @usableFromInline
  init(
    _ name: String, columns: [Column], unique: [CompoundKey<E>], indexes: [CompoundKey<E>],
    rules: [EntityRule<E>],
    decode: @escaping @Sendable (inout Row) throws(StoreError) -> E,
    collect: @escaping @Sendable (Rows, Int, inout [E]) throws(StoreError) -> Bool,
    forEach: @escaping @Sendable (Rows, (E) throws(StoreError) -> Void) throws(StoreError) -> Void
  ) {
    table = Table(
      name: name, entity: "\(E.self)", columns: columns,
      unique: unique.map(\.offsets), indexes: indexes.map(\.index),
      rules: rules.map { ($0.name, $0.condition) })
    self.decode = decode
    self.collect = collect
    self.forEach = forEach
  }
}

/// A set of properties that are unique together, or indexed together.
@usableFromInline
package struct CompoundKey<E: Entity>: Sendable {
  /// The offsets of the properties, in the order of the index.
  let offsets: [Int]
  /// The condition of a partial index, or `nil` if the key covers every object.
  let condition: SQLTerm?

  /// The key as a ``Table`` stores an index, without the Swift type.
  var index: (offsets: [Int], condition: SQLTerm?) { (offsets, condition) }

  /// Returns the key over these properties, in the order in which the index sorts by them.
  package static func on<each V: ColumnValue>(_ path: repeat KeyPath<E, each V>) -> CompoundKey {
    var offsets: [Int] = []
    for offset in repeat Column.offset(of: each path) { offsets.append(offset) }
    return CompoundKey(offsets: offsets, condition: nil)
  }
}

/// A named rule over several properties of an entity, enforced by a `CHECK` constraint.
@usableFromInline
package struct EntityRule<E: Entity>: Sendable {
  let name: String
  let condition: SQLTerm
}
