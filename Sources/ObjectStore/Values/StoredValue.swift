/// A value as SQLite stores it, where the Swift type is not known: in dictionaries and in errors.
@usableFromInline
package enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// How a column is stored: the types of a `STRICT` table.
@usableFromInline
package enum Affinity: String, Hashable, Sendable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

/// How the values of a type lie in memory, for types whose values are bound from there.
@usableFromInline
package enum StorageLayout: Sendable {
  case integer64
  case integer32
  /// An `Int64` of which 0 stands for NULL.
  case identity
  /// A `String`.
  case text
  /// So many bytes, without padding.
  case bytes(Int)
  /// Any other: a value binds itself.
  case other
}

extension StoredValue {
  /// The value for a message: at most `limit` characters, blobs as hexadecimal digits.
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

  /// The value as a literal of SQL, for the places where SQLite allows no parameters (`CHECK`).
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .text(let text): Self.quoted(text, with: "'")
    case .blob(let bytes): "x'" + bytes.map(Self.hexadecimal).joined() + "'"
    }
  }

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
