/// A column of a table, with its property's place in the struct, but without its Swift type.
@safe @usableFromInline
package struct Column: Sendable {
  enum Role: Sendable { case identity, version, plain }

  package let name: String
  package let affinity: Affinity
  package let isOptional: Bool
  let role: Role
  let reference: Reference?
  let rules: [PropertyRule]

  /// Where the property lies in the struct (`MemoryLayout.offset(of:)`): it is how key paths find their
  /// column, and how values are read without the cost of a key path.
  let offset: Int

  /// Binds the property of the object at this address.
  let bind: @Sendable (UnsafeRawPointer, Slot) throws(StoreError) -> Void

  /// The property of the object at this address.
  let read: @Sendable (UnsafeRawPointer) -> Value

  init<E: Entity, V: ColumnValue>(
    _ name: String, _ path: KeyPath<E, V>, rules: [PropertyRule] = [], role: Role,
    reference: Reference? = nil
  ) {
    let offset = Self.offset(of: path)
    self.name = name
    affinity = V.affinity
    isOptional = V.isOptional
    self.role = role
    self.reference = reference
    self.rules = rules
    self.offset = offset
    unsafe bind = { (object, slot) throws(StoreError) in
      try unsafe (object + offset).assumingMemoryBound(to: V.self).pointee.bind(to: slot)
    }
    unsafe read = { object in
      unsafe (object + offset).assumingMemoryBound(to: V.self).pointee.value
    }
  }

  /// The property of an object.
  func value<E: Entity>(in object: E) -> Value {
    unsafe withUnsafePointer(to: object) { unsafe read($0) }
  }

  /// The place of a stored property. A key path to anything else has no column: that is a mistake in the
  /// program's text, not in its input.
  static func offset<E, V>(of path: KeyPath<E, V>) -> Int {
    guard let offset = MemoryLayout<E>.offset(of: path) else {
      preconditionFailure("\(path) is no stored property of \(E.self)")
    }
    return offset
  }
}

/// How a column is bound, apart from the rest of it.
@safe
struct Binder: Sendable {
  let bind: @Sendable (UnsafeRawPointer, Slot) throws(StoreError) -> Void

  init(_ column: Column) { unsafe bind = column.bind }
}
