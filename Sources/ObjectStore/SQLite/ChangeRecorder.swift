internal import CSQLite

/// A recorder of the row changes that the update hook reports during a write transaction.
///
/// The hook costs almost nothing, while `RETURNING` makes an update take 1.7 times as long. The
/// hook misses tables without row ids, deletions by `REPLACE`, and unconditional `DELETE`
/// statements. The store uses none of these.
@safe
final class ChangeRecorder {
  /// The changes of one kind to one table.
  private struct Record {
    var list = IdentityList()
    /// The number of the last attempt that added to the list.
    var attempt = 0
  }

  /// The names of the tables with changes, in the order of `records`.
  private var names: [String] = []
  /// The records of each table, one per kind of change.
  private var records: [[Record]] = []

  /// The number of the current attempt, which is a statement or a batch. SQLite reports a row as
  /// soon as it changes, even if the statement then fails and undoes the change.
  private var attempt = 0
  /// The lists that the current attempt has added to, each with its state before the attempt.
  private var marks: [(table: Int, kind: Int, mark: IdentityList.Mark)] = []
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

  /// Whether row changes are ignored, because a request makes them only on the way to others.
  var isPaused = false

  /// Whether identities are recorded. If not, changes are only counted.
  private(set) var keepsIdentities = false

  /// The number of rows changed since the transaction began.
  private(set) var count = 0

  /// Clears the recorder for a new transaction.
  ///
  /// - Parameter keepingIdentities: Whether to record identities. If not, changes are only counted.
  func begin(keepingIdentities: Bool) {
    unsafe lastName = nil
    count = 0
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
    for (table, kind, mark) in marks { records[table][kind].list.truncate(to: mark) }
    count = countBefore
    marks.removeAll(keepingCapacity: true)
  }

  /// The identities of the changed objects, by table and then by kind. Omits tables without
  /// changes.
  var identitiesByTable: [String: [IdentityList]] {
    Dictionary(uniqueKeysWithValues: zip(names, records.map { $0.map(\.list) }))
      .filter { $0.value.contains { $0.count > 0 } }
  }

  /// Returns the identities of the objects in a table with this kind of change, in the order of
  /// the changes.
  func identities(in table: String, _ kind: ChangeKind) -> IdentityList {
    guard let index = names.firstIndex(of: table) else { return IdentityList() }
    return records[index][kind.rawValue].list
  }

  /// Records the change of one row.
  ///
  /// - Parameters:
  ///   - operation: `SQLITE_INSERT`, `SQLITE_UPDATE`, or `SQLITE_DELETE`.
  ///   - name: The name of the table.
  ///   - identity: The row id.
  fileprivate func record(_ operation: Int32, _ name: UnsafePointer<CChar>, _ identity: Int64) {
    if isPaused { return }
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
        records.append(ChangeKind.allCases.map { _ in Record() })
      }
    }
    let kind: ChangeKind =
      switch operation {
      case SQLITE_INSERT: .inserted
      case SQLITE_UPDATE: .updated
      default: .deleted
      }
    if records[lastTable][kind.rawValue].attempt != attempt {
      records[lastTable][kind.rawValue].attempt = attempt
      marks.append((lastTable, kind.rawValue, records[lastTable][kind.rawValue].list.mark))
    }
    records[lastTable][kind.rawValue].list.append(identity)
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
