/// The declaration of an entity: its table, its properties in the order of the struct, its keys and rules.
@safe @usableFromInline
package struct Schema<E: Entity>: Sendable {
  package let table: Table

  /// The object in the current row, whose columns are the properties in their order.
  let decode: @Sendable (inout Row) throws(StoreError) -> E

  /// Fills an array from its start with up to so many objects; returns whether more may follow.
  /// Old objects are replaced one by one, so that each one's memory is free for the next.
  let collect: @Sendable (Rows, Int, inout [E]) throws(StoreError) -> Bool

  /// Hands out the objects of all rows, one after the other.
  let forEach: @Sendable (Rows, (E) throws(StoreError) -> Void) throws(StoreError) -> Void

  /// An entity whose memberwise initializer makes its objects: its parameters are the properties in order.
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

  /// The same for an entity that is read by the million: `read` calls `next()` once for each property, in
  /// order, and saves a tenth of the time that `make` takes.
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

  /// The loops over rows are made here, in the module where the entity's type is known: that halves what
  /// the store adds to SQLite's own time.
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

/// Properties of an entity that together are unique, or are indexed together.
@usableFromInline
package struct CompoundKey<E: Entity>: Sendable {
  let offsets: [Int]
  let condition: SQLTerm?

  var index: (offsets: [Int], condition: SQLTerm?) { (offsets, condition) }

  package static func on<each V: ColumnValue>(_ path: repeat KeyPath<E, each V>) -> CompoundKey {
    var offsets: [Int] = []
    for offset in repeat Column.offset(of: each path) { offsets.append(offset) }
    return CompoundKey(offsets: offsets, condition: nil)
  }

  /// The same for those objects only that satisfy a predicate (an index; not a unique constraint).
  package func only(where predicate: Predicate<E>) -> CompoundKey {
    CompoundKey(offsets: offsets, condition: predicate.term)
  }
}

/// A named rule over several properties of an entity; a `CHECK` constraint.
@usableFromInline
package struct EntityRule<E: Entity>: Sendable {
  let name: String
  let condition: SQLTerm

  package init(_ name: String, _ predicate: Predicate<E>) {
    self.name = name
    condition = predicate.term
  }
}
