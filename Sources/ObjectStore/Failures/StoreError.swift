/// Everything that a store refuses or fails with. The native code is kept in each case that has one.
@usableFromInline
package enum StoreError: Error, Equatable, Sendable {
  /// A declared rule, key, reference or type does not hold; nothing was changed.
  case violation(Violation)

  /// The object was changed, or taken away, since it was read; nothing was changed.
  case conflict(WriteConflict)

  /// Another process held the write lock for longer than `Store.Options.busyTimeout`.
  case busy(ResultCode)

  /// The disk, the quota or the file size limit is exhausted; the transaction is gone, the store whole.
  case full(ResultCode)

  /// The store can only be read: its directory or file cannot be written, or the medium is read-only.
  case readOnly(path: String, ResultCode)

  /// The file, its directory, or a `-wal` or `-shm` beside it may not be opened by this user.
  /// `owner` is the user id that the file at `path` belongs to.
  case notPermitted(path: String, owner: UInt32, errno: Int32)

  /// There is no file, or no directory for it, at `path`.
  case notFound(path: String, errno: Int32)

  /// `path` names something that is no regular file.
  case notAFile(path: String)

  /// The file is no SQLite database, or it is empty.
  case notADatabase(path: String, ResultCode)

  /// The file is a database of another application. `found` is its application id.
  case foreignApplication(path: String, found: Int32)

  /// Pages are damaged or missing.
  case damaged(path: String, ResultCode, detail: String)

  /// A newer program wrote this store: it has version `found`, this program knows up to `known`.
  case newerSchema(found: Int, known: Int)

  /// The store has the older version `found` and must be migrated; ``Store/open(_:model:options:migration:)`` does it.
  case olderSchema(found: Int, known: Int)

  /// The steps to version `to` left the table of `entity` otherwise than declared: `columns` differ.
  case migrationIncomplete(to: Int, entity: String, columns: [String])

  /// The work was cancelled and rolled back.
  case cancelled

  /// A `read` or `write` was begun inside a `write` of the same store on the same thread.
  case nested

  /// The transaction was already rolled back by SQLite, after an error that was caught inside it (a
  /// cancellation, a full disk): nothing more can be done in it.
  case transactionEnded

  /// A stored value does not fit the property's Swift type (an enumeration without that raw value, say).
  case unreadable(column: Int, value: StoredValue, type: String)

  /// A system call failed.
  case system(path: String, errno: Int32)

  /// SQLite failed in a way that no other case describes; `detail` is its own text.
  case sqlite(ResultCode, detail: String)
}
