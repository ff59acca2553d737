/// An error that a store throws. A ``ResultCode`` in a case is SQLite's code for the error.
@usableFromInline
package enum StoreError: Error, Equatable, Sendable {
  /// An object violates a declared rule, key, reference, or type. The failed request made
  /// no changes.
  case violation(Violation)

  /// The object was changed or deleted since it was read. The failed update made no changes.
  case conflict(WriteConflict)

  /// Another process, or another thread of this one, held the write lock for longer than
  /// ``Store/Options/busyTimeout``.
  case busy(ResultCode)

  /// The file system of the store has no locks, or none left.
  case noLocks(path: String, errno: Int32)

  /// The disk, quota, or file size limit is exhausted. The transaction was rolled back, and the
  /// store is intact.
  case full(ResultCode)

  /// The store can only be read: its folder or file is not writable, or the file system
  /// is read-only.
  case readOnly(path: String, ResultCode)

  /// This user may not use the file or folder at `path`: the store, its folder, or a `-wal` or
  /// `-shm` file beside it. `owner` is the id of the user who owns it, or 0 if it is unknown.
  case notPermitted(path: String, owner: UInt32, errno: Int32)

  /// There is no file at `path`, or no folder to create it in.
  case notFound(path: String, errno: Int32)

  /// The file at `path` was removed, or another one has taken its place, while the store was open.
  case replaced(path: String)

  /// There is something other than a regular file at `path`, such as a folder.
  case notAFile(path: String)

  /// The file is empty or not an SQLite database.
  case notADatabase(path: String, ResultCode)

  /// The database belongs to another application, whose id is `found`.
  case foreignApplication(path: String, found: Int32)

  /// Pages of the file are damaged or missing. `detail` is SQLite's message.
  case damaged(path: String, ResultCode, detail: String)

  /// A newer program wrote the store. The store has schema version `found`, and this program
  /// supports versions up to `known`.
  case newerSchema(found: Int, known: Int)

  /// The store has the older schema version `found`, and the model has version `known`. The method
  /// ``Store/open(_:model:options:migration:)`` migrates the store.
  case olderSchema(found: Int, known: Int)

  /// The migration to schema version `to` threw an error of its own. `reason` describes it.
  case migrationFailed(to: Int, reason: String)

  /// The store has the model's version, but a table differs from the declaration of its entity. The
  /// declaration changed without a new version, or the migration to the version left something out.
  case schemaMismatch(SchemaMismatch)

  /// A condition or an expression has more parts or more levels than the store or SQLite accepts.
  /// `detail` is SQLite's message, or empty if a limit of the store applies (``Filter``).
  case tooComplex(detail: String)

  /// A condition or an assignment contains NaN, which SQLite cannot store. An object with such a
  /// property is a ``violation(_:)`` of the property's type.
  case notANumber

  /// The request was canceled. Its changes were rolled back.
  case cancelled

  /// A `read` or `write` began inside a `write` of the same store on the same thread.
  case nested

  /// A view was used after its store was closed.
  case closed

  /// SQLite rolled the transaction back after an error, such as a cancellation or a full disk, and
  /// the caller caught that error inside `write`. The transaction accepts no further changes.
  case transactionEnded

  /// A stored value does not fit the property's Swift type. For example, an enumeration has no
  /// case with this raw value. `column` is the index of the column in the row, from 0.
  case unreadable(column: Int, value: StoredValue, type: String)

  /// A system call failed.
  case system(path: String, errno: Int32)

  /// SQLite failed with a code that no other case covers. `detail` is its message.
  case sqlite(ResultCode, detail: String)
}
