/// A result code of SQLite, in its extended form if there is one (`sqlite3_extended_errcode`).
///
/// See <https://sqlite.org/rescode.html>.
@usableFromInline
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number of the code.
  @usableFromInline package let rawValue: Int32

  /// Wraps a code that a function of SQLite returned.
  @usableFromInline package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The primary code, which is the low byte. For example, the primary code of
  /// `SQLITE_CONSTRAINT_UNIQUE` is `SQLITE_CONSTRAINT`.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  @usableFromInline
  package var description: String { "SQLite result code \(rawValue)" }
}
