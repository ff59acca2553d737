/// A value in one of SQLite's storage classes, for code that does not know its Swift type.
///
/// Texts are equal only if their scalars are equal, as in SQLite. For `String`, an accented letter
/// equals the letter followed by a combining accent.
@usableFromInline
package enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// The declared SQL type of a column. In a `STRICT` table, SQLite enforces it; otherwise, it is
/// only the column's affinity.
@usableFromInline
package enum Affinity: String, Hashable, Sendable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

/// The memory layout of a type's values. Values with a known layout are bound directly from memory.
@usableFromInline
package enum StorageLayout: Sendable {
  case integer64
  case integer32
  /// An `Int64` whose value 0 stands for NULL.
  case identity
  /// A `String`.
  case text
  /// A blob of this many bytes, without padding.
  case bytes(Int)
  /// Any other layout. Such a value is bound by ``ColumnValue/bind(to:)``.
  case other

  /// The number of bytes of a value if two values are equal exactly when their bytes are. Otherwise
  /// `nil`.
  var size: Int? {
    switch self {
    case .integer64, .identity: 8
    case .integer32: 4
    case .bytes(let count): count
    case .text, .other: nil
    }
  }
}

extension StoredValue {
  @usableFromInline
  package static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number)
    case .text(let text): hasher.combine(Array(text.utf8))
    case .blob(let bytes): hasher.combine(bytes)
    }
  }

  /// Returns the value for a message, with a blob in hexadecimal. A text of more than `limit`
  /// characters is truncated, and its last character is then an ellipsis.
  package func abridged(to limit: Int = 80) -> String {
    let text =
      switch self {
      case .null: "NULL"
      case .integer(let number): String(number)
      case .real(let number): String(number)
      case .text(let text): text
      case .blob(let bytes): bytes.prefix(limit).map(Self.hexadecimal).joined()
      }
    return text.count > limit ? String(text.prefix(limit - 1)) + "…" : text
  }

  /// The bytes of a blob as SQLite's `hex` writes them. Empty for any other value.
  var hexadecimalDigits: String {
    guard case .blob(let bytes) = self else { return "" }
    return bytes.map(Self.hexadecimal).joined().uppercased()
  }

  /// Returns the two hexadecimal digits of a byte.
  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The value as an SQL literal, for clauses where SQLite allows no parameters, such as `CHECK`.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    // SQLite reads a number beyond the range of `REAL` as infinity, and has no NaN.
    case .real(let number) where number.isNaN: "NULL"
    case .real(let number) where number.isInfinite: number < 0 ? "-9e999" : "9e999"
    case .real(let number): "\(number)"
    // A NUL ends the text of a statement.
    case .text(let text) where text.utf8.contains(0):
      "CAST(\(StoredValue.blob(Array(text.utf8)).literal) AS TEXT)"
    case .text(let text): Self.quoted(text, with: "'")
    case .blob(let bytes): "x'" + bytes.map(Self.hexadecimal).joined() + "'"
    }
  }

  /// Returns the text between quotation marks, with every mark inside it doubled. A mark that an
  /// accent follows is part of another character, so this goes by scalars, as SQLite does.
  static func quoted(_ text: String, with mark: Unicode.Scalar) -> String {
    guard text.unicodeScalars.contains(mark) else { return "\(mark)\(text)\(mark)" }
    var result = String.UnicodeScalarView()
    result.append(mark)
    for scalar in text.unicodeScalars {
      if scalar == mark { result.append(mark) }
      result.append(scalar)
    }
    result.append(mark)
    return String(result)
  }
}
