/// A column of a table and the property that it stores, without the property's Swift type.
@safe
@usableFromInline
package struct Column: Sendable {
  /// The role of a column in its table. A `version` column counts the changes of an object.
  @usableFromInline
  enum Role: Sendable { case identity, version, plain }

  /// The name in SQL, without quotes.
  package let name: String
  /// The name as a quoted SQL identifier.
  let quotedName: String
  /// The SQL type.
  package let affinity: Affinity
  /// Whether the column allows NULL.
  package let isOptional: Bool
  /// The memory layout of the property.
  let layout: StorageLayout
  let role: Role
  /// The target of a reference, or `nil` for any other column.
  let reference: Reference?
  /// The rules for the values of the column.
  let rules: [ColumnRule]

  /// The offset of the property in the struct, in bytes (`MemoryLayout.offset(of:)`). The offset
  /// identifies the column that belongs to a key path, and gives access to values without the cost
  /// of a key path.
  let offset: Int

  /// Binds the property of the object at this address.
  let bind: @Sendable (UnsafeRawPointer, StatementParameter) throws(StoreError) -> Void

  /// Reads the property of the object at this address.
  let read: @Sendable (UnsafeRawPointer) -> StoredValue

  /// Creates the column of a stored property.
  ///
  /// The initializer is inlined into the entity's module, where the types are known. Otherwise,
  /// every value would be bound through type metadata and witness tables.
  @inlinable
  init<E: Entity, V: ColumnValue>(
    _ name: String, _ path: KeyPath<E, V>, rules: [ColumnRule] = [], role: Role,
    reference: Reference? = nil
  ) {
    let offset = Self.offset(of: path)
    unsafe self.init(
      name, V.self, at: offset, rules: rules, role: role, reference: reference,
      bind: { (object, parameter) throws(StoreError) in
        try unsafe (object + offset).assumingMemoryBound(to: V.self).pointee.bind(to: parameter)
      },
      read: { object in
        unsafe (object + offset).assumingMemoryBound(to: V.self).pointee.value
      })
  }

  /// Creates a column from closures that bind and read the property at `offset`.
  @usableFromInline
  init<V: ColumnValue>(
    _ name: String, _: V.Type, at offset: Int, rules: [ColumnRule], role: Role,
    reference: Reference?,
    bind: @escaping @Sendable (UnsafeRawPointer, StatementParameter) throws(StoreError) -> Void,
    read: @escaping @Sendable (UnsafeRawPointer) -> StoredValue
  ) {
    self.name = name
    quotedName = StoredValue.quoted(name, with: "\"")
    affinity = V.affinity
    isOptional = V.isOptional
    layout = V.layout
    self.role = role
    self.reference = reference
    self.rules = (V.range.map { [.type($0)] } ?? []) + rules
    self.offset = offset
    unsafe self.bind = bind
    unsafe self.read = read
  }

  /// Returns the value of the property in an object.
  func value<E: Entity>(in object: E) -> StoredValue {
    unsafe withUnsafePointer(to: object) { unsafe read($0) }
  }

  /// Returns the offset of a stored property in bytes. Any other key path has no column, so it is a
  /// programming error and traps.
  @usableFromInline
  static func offset<E, V>(of path: KeyPath<E, V>) -> Int {
    guard let offset = MemoryLayout<E>.offset(of: path) else {
      preconditionFailure("\(path) is no stored property of \(E.self)")
    }
    return offset
  }
}
