/// An error that a store throws. Cases that come from SQLite keep its result code.
@usableFromInline
package enum StoreError: Error, Equatable, Sendable {
  /// A declared rule, key, reference or type does not hold. Nothing was changed.
  case violation(Violation)

  /// The object was changed or deleted since it was read. Nothing was changed.
  case conflict(WriteConflict)

  /// Another process held the write lock for longer than `Store.Options.busyTimeout`.
  case busy(ResultCode)

  /// The disk, quota or file size limit is exhausted. The transaction is lost; the store is intact.
  case full(ResultCode)

  /// The store can only be read: its directory or file is not writable, or the medium is read-only.
  case readOnly(path: String, ResultCode)

  /// This user may not open the file, its directory, or a `-wal` or `-shm` beside it. `owner` is
  /// the id of the user who owns the file at `path`.
  case notPermitted(path: String, owner: UInt32, errno: Int32)

  /// There is no file at `path`, or no directory for it.
  case notFound(path: String, errno: Int32)

  /// `path` names something other than a regular file.
  case notAFile(path: String)

  /// The file is empty or not an SQLite database.
  case notADatabase(path: String, ResultCode)

  /// The database belongs to another application, whose id is `found`.
  case foreignApplication(path: String, found: Int32)

  /// Pages are damaged or missing.
  case damaged(path: String, ResultCode, detail: String)

  /// A newer program wrote the store: it has version `found`; this program supports up to `known`.
  case newerSchema(found: Int, known: Int)

  /// The store has the older version `found` and must be migrated by
  /// ``Store/open(_:model:options:migration:)``.
  case olderSchema(found: Int, known: Int)

  /// The steps to version `to` left the table of `entity` unlike its declaration: `columns` differ.
  case migrationIncomplete(to: Int, entity: String, columns: [String])

  /// The work was canceled and rolled back.
  case cancelled

  /// A `read` or `write` began inside a `write` of the same store on the same thread.
  case nested

  /// SQLite rolled the transaction back after an error that was caught inside it (such as a
  /// cancellation or a full disk). The transaction accepts no further changes.
  case transactionEnded

  /// A stored value does not fit the property's Swift type. For example, an enumeration has no
  /// case with this raw value.
  case unreadable(column: Int, value: StoredValue, type: String)

  /// A system call failed.
  case system(path: String, errno: Int32)

  /// SQLite failed in a way that no other case describes. `detail` is its message.
  case sqlite(ResultCode, detail: String)
}
