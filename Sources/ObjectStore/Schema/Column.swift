/// A column of a table, with its property's place in the struct, but without its Swift type.
@safe @usableFromInline
package struct Column: Sendable {
  @usableFromInline
  enum Role: Sendable { case identity, version, plain }

  package let name: String
  package let affinity: Affinity
  package let isOptional: Bool
  let layout: StorageLayout
  let role: Role
  let reference: Reference?
  let rules: [PropertyRule]

  /// Where the property lies in the struct (`MemoryLayout.offset(of:)`): it is how key paths find their
  /// column, and how values are read without the cost of a key path.
  let offset: Int

  /// Binds the property of the object at this address.
  let bind: @Sendable (UnsafeRawPointer, StatementParameter) throws(StoreError) -> Void

  /// The property of the object at this address.
  let read: @Sendable (UnsafeRawPointer) -> StoredValue

  /// Inlined into the module of the entity, where its types are known: so that no value is bound through
  /// metadata and witness tables.
  @inlinable
  init<E: Entity, V: ColumnValue>(
    _ name: String, _ path: KeyPath<E, V>, rules: [PropertyRule] = [], role: Role,
    reference: Reference? = nil
  ) {
    let offset = Self.offset(of: path)
    unsafe self.init(
      name, V.self, at: offset, rules: rules, role: role, reference: reference,
      bind: { (object, slot) throws(StoreError) in
        try unsafe (object + offset).assumingMemoryBound(to: V.self).pointee.bind(to: slot)
      },
      read: { object in
        unsafe (object + offset).assumingMemoryBound(to: V.self).pointee.value
      })
  }

  @usableFromInline
  init<V: ColumnValue>(
    _ name: String, _: V.Type, at offset: Int, rules: [PropertyRule], role: Role,
    reference: Reference?,
    bind: @escaping @Sendable (UnsafeRawPointer, StatementParameter) throws(StoreError) -> Void,
    read: @escaping @Sendable (UnsafeRawPointer) -> StoredValue
  ) {
    self.name = name
    affinity = V.affinity
    isOptional = V.isOptional
    layout = V.layout
    self.role = role
    self.reference = reference
    self.rules = rules
    self.offset = offset
    unsafe self.bind = bind
    unsafe self.read = read
  }

  /// The property of an object.
  func value<E: Entity>(in object: E) -> StoredValue {
    unsafe withUnsafePointer(to: object) { unsafe read($0) }
  }

  /// The place of a stored property. A key path to anything else has no column: that is a mistake in the
  /// program's text, not in its input.
  @usableFromInline
  static func offset<E, V>(of path: KeyPath<E, V>) -> Int {
    guard let offset = MemoryLayout<E>.offset(of: path) else {
      preconditionFailure("\(path) is no stored property of \(E.self)")
    }
    return offset
  }
}
