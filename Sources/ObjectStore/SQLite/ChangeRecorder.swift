internal import CSQLite

/// A recorder of the row changes that the update hook reports during a write transaction.
///
/// The hook costs almost nothing, while `RETURNING` makes an update take 1.7 times as long. The
/// hook misses tables without row ids, deletions by `REPLACE`, and unconditional `DELETE`
/// statements. The store uses none of these and refuses tables that do (``SchemaMismatch``).
/// ``hasMissed(_:)`` detects the first and the last in case they occur anyway.
@safe
final class ChangeRecorder {
  /// The changes to one table.
  private struct Record {
    var list = ChangeList()
    /// The number of the last attempt that added to the list.
    var attempt = 0
  }

  /// The names of the tables with changes, in the order of `records`.
  private var names: [String] = []
  /// The records of each table.
  private var records: [Record] = []

  /// The number of the current attempt, which is a statement or a batch. SQLite reports a row as
  /// soon as it changes, even if the statement then fails and undoes the change.
  private var attempt = 0
  /// The lists that the current attempt has added to, each with its state before the attempt.
  private var marks: [(table: Int, mark: ChangeList.Mark)] = []
  /// The value of ``count`` before the current attempt.
  private var countBefore = 0

  /// The name of the table of the last change, as SQLite passed it. The address of the name
  /// identifies the table during the transaction, because the schema cannot change.
  private var lastName: UnsafePointer<CChar>?
  /// The index of the last change's table in ``names``.
  private var lastTable = 0

  /// The identities of the objects that an insertion has written, whether it inserted or updated
  /// them, in the order of the objects. `nil` if no insertion returns them.
  private(set) var written: IdentityList?

  /// Whether to ignore row changes, because a request makes them only temporarily.
  var isPaused = false

  /// Whether identities are recorded. If not, changes are only counted.
  private(set) var keepsIdentities = false

  /// The number of rows changed since the transaction began.
  private(set) var count = 0
  /// The number of changes that were discarded or ignored since then.
  private var discardedCount = 0

  /// Clears the recorder for a new transaction.
  ///
  /// - Parameter keepingIdentities: Whether to record identities. If not, changes are only counted.
  func begin(keepingIdentities: Bool) {
    unsafe lastName = nil
    count = 0
    discardedCount = 0
    names = []
    records = []
    marks = []
    written = nil
    keepsIdentities = keepingIdentities
  }

  /// Discards the recorded changes, which may use a lot of memory.
  func end() { begin(keepingIdentities: false) }

  /// Records identities from now on, for a request that returns them.
  func keepIdentities() { keepsIdentities = true }

  /// Records the objects in ``written`` until ``endInsertion()``. An insertion changes no others.
  func beginInsertion() { written = IdentityList() }

  /// Ends what ``beginInsertion()`` began, and discards ``written``.
  func endInsertion() { written = nil }

  /// Starts an attempt. ``discardAttempt()`` restores the state from before the attempt.
  func beginAttempt() {
    attempt += 1
    countBefore = count
    marks.removeAll(keepingCapacity: true)
  }

  /// Discards the changes recorded since the attempt began, because it failed and was undone.
  func discardAttempt() {
    for (table, mark) in marks { records[table].list.truncate(to: mark) }
    discardedCount += count - countBefore
    count = countBefore
    marks.removeAll(keepingCapacity: true)
  }

  /// The changes by table. Omits tables without changes.
  var changesByTable: [String: ChangeList] {
    Dictionary(uniqueKeysWithValues: zip(names, records.map(\.list)))
      .filter { $0.value.count > 0 }
  }

  /// Returns the changes to a table.
  func changes(in table: String) -> ChangeList {
    guard let index = names.firstIndex(of: table) else { return ChangeList() }
    return records[index].list
  }

  /// Returns whether SQLite counted more changed rows than the hook reported. SQLite also counts
  /// some of the changes that were discarded.
  func hasMissed(_ changedRows: Int) -> Bool { changedRows > count + discardedCount }

  /// Records the change of one row.
  ///
  /// - Parameters:
  ///   - operation: `SQLITE_INSERT`, `SQLITE_UPDATE`, or `SQLITE_DELETE`.
  ///   - name: The name of the table.
  ///   - identity: The row id.
  fileprivate func record(_ operation: Int32, _ name: UnsafePointer<CChar>, _ identity: Int64) {
    if isPaused {
      discardedCount += 1
      return
    }
    count += 1
    written?.append(identity)
    guard keepsIdentities else { return }
    if unsafe name != lastName {
      let text = unsafe String(cString: name)
      unsafe lastName = name
      if let known = names.firstIndex(of: text) {
        lastTable = known
      } else {
        lastTable = names.count
        names.append(text)
        records.append(Record())
      }
    }
    let kind: ChangeKind =
      switch operation {
      case SQLITE_INSERT: .inserted
      case SQLITE_UPDATE: .updated
      default: .deleted
      }
    if records[lastTable].attempt != attempt {
      records[lastTable].attempt = attempt
      marks.append((lastTable, records[lastTable].list.mark))
    }
    records[lastTable].list.append(kind, identity)
  }
}

extension Connection {
  /// Makes the recorder receive the row changes of this connection (`sqlite3_update_hook`).
  ///
  /// - Parameter recorder: The recorder, or `nil` to remove the hook.
  func setUpdateHook(to recorder: ChangeRecorder?) {
    guard let recorder else {
      unsafe sqlite3_update_hook(pointer, nil, nil)
      return
    }
    unsafe sqlite3_update_hook(
      pointer,
      { context, operation, _, name, identity in
        guard let context = unsafe context, let name = unsafe name else { return }
        unsafe Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue()
          .record(operation, name, identity)
      }, Unmanaged.passUnretained(recorder).toOpaque())
  }
}
