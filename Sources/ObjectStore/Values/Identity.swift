/// The identity of an object of type `E`: its row id. It is not mistaken for that of another type.
@frozen @usableFromInline
package struct Identity<E>: RawRepresentable, Hashable, Sendable, Comparable {
  @usableFromInline package let rawValue: Int64

  @inlinable
  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The identity of an object that was never inserted: the store chooses one on insertion.
  @inlinable
  package static var unassigned: Identity { Identity(rawValue: 0) }

  @inlinable
  package var isAssigned: Bool { rawValue != 0 }

  @usableFromInline
  package static func < (lhs: Identity, rhs: Identity) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Identity: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var layout: StorageLayout { .identity }

  @inlinable package init(_ cell: Cell) throws(StoreError) { rawValue = cell.integer }

  /// An unassigned identity is bound as NULL: SQLite then chooses a row id, and refuses a reference.
  @inlinable package func bind(to slot: StatementParameter) throws(StoreError) {
    if isAssigned { try slot.set(rawValue) } else { try slot.setNull() }
  }

  @inlinable package var value: StoredValue { isAssigned ? .integer(rawValue) : .null }
}

extension Identity: CustomStringConvertible {
  @usableFromInline
  package var description: String { isAssigned ? "#\(rawValue)" : "#unassigned" }
}
