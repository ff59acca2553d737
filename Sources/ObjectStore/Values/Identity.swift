/// The identity of an object of type `E`: its row id. The identities of different entities have
/// different types, so they cannot be confused.
@frozen
@usableFromInline
package struct Identity<E>: RawRepresentable, Hashable, Sendable, Comparable {
  /// The row id, or 0 for an object that was not inserted yet.
  @usableFromInline package let rawValue: Int64

  /// Creates the identity with a row id. 0 is ``unassigned``.
  @inlinable
  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The identity of an object that was not inserted yet. The store assigns one on insertion.
  @inlinable
  package static var unassigned: Identity { Identity(rawValue: 0) }

  /// Whether the identity is that of an inserted object.
  @inlinable
  package var isAssigned: Bool { rawValue != 0 }

  /// Orders identities by row id.
  @usableFromInline
  package static func < (lhs: Identity, rhs: Identity) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Identity: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var layout: StorageLayout { .identity }

  /// Reads the row id of an object or of the target of a reference.
  @inlinable package init(_ cell: Cell) throws(StoreError) { rawValue = cell.integer }

  /// Binds the row id, or NULL for an unassigned identity. For NULL, SQLite assigns a row id to a
  /// new object, and rejects a required reference.
  @inlinable package func bind(to slot: StatementParameter) throws(StoreError) {
    if isAssigned { try slot.set(rawValue) } else { try slot.setNull() }
  }

  @inlinable package var value: StoredValue { isAssigned ? .integer(rawValue) : .null }
}

extension Identity: CustomStringConvertible {
  @usableFromInline
  package var description: String { isAssigned ? "#\(rawValue)" : "#unassigned" }
}
