/// A value as SQLite stores it, for dictionaries and errors, which do not know the Swift type.
@usableFromInline
package enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// The type of a column in a `STRICT` table.
@usableFromInline
package enum Affinity: String, Hashable, Sendable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

/// The memory layout of a type's values, for types that are bound directly from memory.
@usableFromInline
package enum StorageLayout: Sendable {
  case integer64
  case integer32
  /// An `Int64` whose value 0 stands for NULL.
  case identity
  /// A `String`.
  case text
  /// This many bytes, without padding.
  case bytes(Int)
  /// Any other layout. The value binds itself.
  case other
}

extension StoredValue {
  /// Returns the value for a message: at most `limit` characters, with blobs in hexadecimal.
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

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The value as an SQL literal, for places where SQLite allows no parameters (`CHECK`).
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .text(let text): Self.quoted(text, with: "'")
    case .blob(let bytes): "x'" + bytes.map(Self.hexadecimal).joined() + "'"
    }
  }

  /// Returns the text between marks, with every mark inside it doubled.
  static func quoted(_ text: String, with mark: Character) -> String {
    var result = String(mark)
    for character in text {
      if character == mark { result.append(mark) }
      result.append(character)
    }
    result.append(mark)
    return result
  }
}
