/// The declaration of an entity: its table, its properties in struct order, its keys and rules.
@safe
@usableFromInline
package struct Schema<E: Entity>: Sendable {
  package let table: Table

  /// Reads an object from the current row, whose columns are the properties in order.
  let decode: @Sendable (inout Row) throws(StoreError) -> E

  /// Fills an array from its start with at most this many objects; returns whether more may
  /// follow. Old objects are replaced one by one, so that each one's memory is free for the next.
  let collect: @Sendable (Rows, Int, inout [E]) throws(StoreError) -> Bool

  /// Passes the objects of all rows to a closure, one at a time.
  let forEach: @Sendable (Rows, (E) throws(StoreError) -> Void) throws(StoreError) -> Void

  /// Creates the schema of an entity from its memberwise initializer, which takes the
  /// properties in order.
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

  /// Creates the schema of an entity that is read by the million. `read` calls `next()` once for
  /// each property, in order, and saves a tenth of the time that `make` takes.
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

  /// Creates a schema with loops over rows that are compiled in the module that knows the
  /// entity's type. This halves the time that the store adds to SQLite's own.
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
  let offsets: [Int]
  let condition: SQLTerm?

  var index: (offsets: [Int], condition: SQLTerm?) { (offsets, condition) }

  /// Returns the key over these properties, in the order of its index.
  package static func on<each V: ColumnValue>(_ path: repeat KeyPath<E, each V>) -> CompoundKey {
    var offsets: [Int] = []
    for offset in repeat Column.offset(of: each path) { offsets.append(offset) }
    return CompoundKey(offsets: offsets, condition: nil)
  }

  /// Returns an index key for only the objects that satisfy a predicate. Unique constraints
  /// ignore the predicate.
  package func only(where predicate: Predicate<E>) -> CompoundKey {
    CompoundKey(offsets: offsets, condition: predicate.term)
  }
}

/// A named rule over several properties of an entity, enforced by a `CHECK` constraint.
@usableFromInline
package struct EntityRule<E: Entity>: Sendable {
  let name: String
  let condition: SQLTerm

  /// Creates a rule. Violations report its name.
  package init(_ name: String, _ predicate: Predicate<E>) {
    self.name = name
    condition = predicate.term
  }
}
