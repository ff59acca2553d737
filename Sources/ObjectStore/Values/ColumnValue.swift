/// A Swift type that a column can hold.
///
/// A type with a raw value needs only to state the conformance; any other gives its ``affinity``,
/// its ``value`` and how to read itself out of a ``Cell``.
@usableFromInline
package protocol ColumnValue: Sendable {
  static var affinity: Affinity { get }
  static var isOptional: Bool { get }

  /// The memory layout. `.other` fits every type; any other must be true and match ``bind(to:)``.
  static var layout: StorageLayout { get }

  /// The value in a cell of the current row.
  /// - throws: `StoreError.unreadable` where the cell holds none of this type.
  init(_ cell: Cell) throws(StoreError)

  /// Binds the value to a parameter. The default binds ``value``; types of hot paths do better.
  func bind(to slot: StatementParameter) throws(StoreError)

  var value: StoredValue { get }
}

extension ColumnValue {
  @usableFromInline
  package static var isOptional: Bool { false }

  @usableFromInline
  package static var layout: StorageLayout { .other }

  @usableFromInline
  package func bind(to slot: StatementParameter) throws(StoreError) { try slot.set(value) }
}

extension Int64: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var layout: StorageLayout { .integer64 }
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.integer }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(self)
  }
  @usableFromInline package var value: StoredValue { .integer(self) }
}

extension Int: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var layout: StorageLayout {
    MemoryLayout<Int>.size == MemoryLayout<Int64>.size ? .integer64 : .other
  }
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = Int(cell.integer) }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self))
  }
  @usableFromInline package var value: StoredValue { .integer(Int64(self)) }
}

extension Int32: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var layout: StorageLayout { .integer32 }
  @inlinable package init(_ cell: Cell) throws(StoreError) {
    guard let number = Int32(exactly: cell.integer) else { throw cell.unreadable(as: Int32.self) }
    self = number
  }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self))
  }
  @usableFromInline package var value: StoredValue { .integer(Int64(self)) }
}

extension UInt32: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @inlinable package init(_ cell: Cell) throws(StoreError) {
    guard let number = UInt32(exactly: cell.integer) else { throw cell.unreadable(as: UInt32.self) }
    self = number
  }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self))
  }
  @usableFromInline package var value: StoredValue { .integer(Int64(self)) }
}

extension Bool: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.integer != 0 }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self ? 1 : 0))
  }
  @usableFromInline package var value: StoredValue { .integer(self ? 1 : 0) }
}

extension Double: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .real }
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.real }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(self)
  }
  @usableFromInline package var value: StoredValue { .real(self) }
}

extension String: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .text }
  @usableFromInline package static var layout: StorageLayout { .text }
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.text }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(self)
  }
  @usableFromInline package var value: StoredValue { .text(self) }
}

extension Array: ColumnValue where Element == UInt8 {
  @usableFromInline package static var affinity: Affinity { .blob }
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.blob }
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(self)
  }
  @usableFromInline package var value: StoredValue { .blob(self) }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  @inlinable package static var affinity: Affinity { RawValue.affinity }

  @inlinable package init(_ cell: Cell) throws(StoreError) {
    guard let value = Self(rawValue: try RawValue(cell)) else {
      throw cell.unreadable(as: Self.self)
    }
    self = value
  }

  @inlinable package func bind(to slot: StatementParameter) throws(StoreError) {
    try rawValue.bind(to: slot)
  }
  @inlinable package var value: StoredValue { rawValue.value }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  @inlinable package static var affinity: Affinity { Wrapped.affinity }
  @inlinable package static var isOptional: Bool { true }

  @inlinable package init(_ cell: Cell) throws(StoreError) {
    self = cell.isNull ? nil : try Wrapped(cell)
  }

  @inlinable package func bind(to slot: StatementParameter) throws(StoreError) {
    if let self { try self.bind(to: slot) } else { try slot.setNull() }
  }

  @inlinable package var value: StoredValue { self?.value ?? .null }
}
