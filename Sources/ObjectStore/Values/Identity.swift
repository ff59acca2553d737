/// The identity of an object of type `E`: its row id. Identities of different types do not mix.
@frozen
@usableFromInline
package struct Identity<E>: RawRepresentable, Hashable, Sendable, Comparable {
  @usableFromInline package let rawValue: Int64

  /// Wraps a row id; 0 stands for ``unassigned``.
  @inlinable
  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The identity of an object that was never inserted. The store assigns one on insertion.
  @inlinable
  package static var unassigned: Identity { Identity(rawValue: 0) }

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

  /// Binds an unassigned identity as NULL: SQLite then assigns a row id, or refuses a reference.
  @inlinable package func bind(to slot: StatementParameter) throws(StoreError) {
    if isAssigned { try slot.set(rawValue) } else { try slot.setNull() }
  }

  @inlinable package var value: StoredValue { isAssigned ? .integer(rawValue) : .null }
}

extension Identity: CustomStringConvertible {
  @usableFromInline
  package var description: String { isAssigned ? "#\(rawValue)" : "#unassigned" }
}
