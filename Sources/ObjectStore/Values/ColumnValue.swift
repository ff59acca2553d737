/// A Swift type that a column can hold.
///
/// A type with a raw value needs only to declare the conformance. Any other type implements
/// ``affinity``, ``value``, and ``init(_:)``.
@usableFromInline
package protocol ColumnValue: Sendable {
  /// The type of values other than `nil`: the wrapped type of an optional, or the type itself. The
  /// rules of a property are written for values of this type.
  associatedtype Content: ColumnValue = Self

  /// The SQL type of columns with values of this type.
  static var affinity: Affinity { get }
  /// Whether columns with values of this type allow NULL.
  static var isOptional: Bool { get }

  /// The range of integers that the type can hold, or `nil` if it can hold every value of the SQL
  /// type. It is a rule of each column, so no batch can store what ``init(_:)`` would reject.
  static var range: ClosedRange<Int64>? { get }

  /// The memory layout of values. ``StorageLayout/other`` is valid for every type. Any other layout
  /// must be exact, and binding from memory must have the same effect as ``bind(to:)``.
  static var layout: StorageLayout { get }

  /// Reads the value from a cell of the current row.
  ///
  /// - Throws: ``StoreError/unreadable`` if the cell does not hold a value of this type.
  init(_ cell: Cell) throws(StoreError)

  /// Binds the value to a parameter. The default implementation binds ``value``, which is too slow
  /// for large batches.
  func bind(to slot: StatementParameter) throws(StoreError)

  /// The value as SQLite stores it.
  var value: StoredValue { get }
}

extension ColumnValue {
  @usableFromInline
  package static var isOptional: Bool { false }

  @usableFromInline
  package static var range: ClosedRange<Int64>? { nil }

  @usableFromInline
  package static var layout: StorageLayout { .other }

  /// Binds ``value``.
  @usableFromInline
  package func bind(to slot: StatementParameter) throws(StoreError) { try slot.set(value) }
}

extension Int64: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var layout: StorageLayout { .integer64 }
  /// Reads the cell as an integer, converting as `sqlite3_column_int64` does.
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.integer }
  /// Binds the number without making a ``StoredValue``.
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
  /// Reads the cell as an integer, converting as `sqlite3_column_int64` does.
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = Int(cell.integer) }
  /// Binds the number without making a ``StoredValue``.
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self))
  }
  @usableFromInline package var value: StoredValue { .integer(Int64(self)) }
}

extension Int32: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var range: ClosedRange<Int64>? { Int64(min)...Int64(max) }
  @usableFromInline package static var layout: StorageLayout { .integer32 }
  /// Reads an integer.
  ///
  /// - Throws: ``StoreError/unreadable`` if it exceeds 32 bits.
  @inlinable package init(_ cell: Cell) throws(StoreError) {
    guard let number = Int32(exactly: cell.integer) else { throw cell.unreadable(as: Int32.self) }
    self = number
  }
  /// Binds the number as 64 bits.
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self))
  }
  @usableFromInline package var value: StoredValue { .integer(Int64(self)) }
}

extension UInt32: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  @usableFromInline package static var range: ClosedRange<Int64>? { Int64(min)...Int64(max) }
  /// Reads an integer.
  ///
  /// - Throws: ``StoreError/unreadable`` if it is negative or exceeds 32 bits.
  @inlinable package init(_ cell: Cell) throws(StoreError) {
    guard let number = UInt32(exactly: cell.integer) else { throw cell.unreadable(as: UInt32.self) }
    self = number
  }
  /// Binds the number as 64 bits.
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self))
  }
  @usableFromInline package var value: StoredValue { .integer(Int64(self)) }
}

extension Bool: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .integer }
  /// Reads 0 as `false`, and any other integer as `true`.
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.integer != 0 }
  /// Binds 1 for `true` and 0 for `false`.
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(Int64(self ? 1 : 0))
  }
  @usableFromInline package var value: StoredValue { .integer(self ? 1 : 0) }
}

extension Double: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .real }
  /// Reads the cell as a number, converting as `sqlite3_column_double` does.
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.real }
  /// Binds the number without making a ``StoredValue``.
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(self)
  }
  @usableFromInline package var value: StoredValue { .real(self) }
}

extension String: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .text }
  @usableFromInline package static var layout: StorageLayout { .text }
  /// Reads the text, replacing invalid UTF-8.
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.text }
  /// Binds the text as UTF-8.
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(self)
  }
  @usableFromInline package var value: StoredValue { .text(self) }
}

extension Array: ColumnValue where Element == UInt8 {
  @usableFromInline package static var affinity: Affinity { .blob }
  /// Reads a copy of the blob.
  @inlinable package init(_ cell: Cell) throws(StoreError) { self = cell.blob }
  /// Binds the bytes. An empty array becomes an empty blob, not NULL.
  @usableFromInline package func bind(to slot: StatementParameter) throws(StoreError) {
    try slot.set(self)
  }
  @usableFromInline package var value: StoredValue { .blob(self) }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  @inlinable package static var affinity: Affinity { RawValue.affinity }
  @inlinable package static var range: ClosedRange<Int64>? { RawValue.range }

  /// Reads the raw value.
  ///
  /// - Throws: ``StoreError/unreadable`` if no value of this type has that raw value.
  @inlinable package init(_ cell: Cell) throws(StoreError) {
    guard let value = Self(rawValue: try RawValue(cell)) else {
      throw cell.unreadable(as: Self.self)
    }
    self = value
  }

  /// Binds the raw value.
  @inlinable package func bind(to slot: StatementParameter) throws(StoreError) {
    try rawValue.bind(to: slot)
  }
  @inlinable package var value: StoredValue { rawValue.value }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The wrapped type.
  @usableFromInline package typealias Content = Wrapped

  @inlinable package static var affinity: Affinity { Wrapped.affinity }
  @inlinable package static var range: ClosedRange<Int64>? { Wrapped.range }
  @inlinable package static var isOptional: Bool { true }

  /// Reads NULL as `nil`.
  @inlinable package init(_ cell: Cell) throws(StoreError) {
    self = cell.isNull ? nil : try Wrapped(cell)
  }

  /// Binds `nil` as NULL.
  @inlinable package func bind(to slot: StatementParameter) throws(StoreError) {
    if let self { try self.bind(to: slot) } else { try slot.setNull() }
  }

  @inlinable package var value: StoredValue { self?.value ?? .null }
}
