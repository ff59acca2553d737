internal import CSQLite

/// Listens to the update hook of the connection that writes, while a transaction runs.
///
/// The hook costs almost nothing; `RETURNING` makes an update take 1.7 times as long. It misses
/// tables without row ids, `REPLACE` deletions and unconditional `DELETE`: the store uses none.
@safe
final class ChangeRecorder {
  private struct Record {
    var list = IdentityList()
    /// The last attempt that added to the list.
    var attempt = 0
  }

  private var names: [String] = []
  private var records: [[Record]] = []

  /// What is attempted now (a statement, or a batch), and where the lists stood before it added to them. SQLite
  /// tells of a row as soon as it is changed, also where the statement fails afterwards and takes it back.
  private var attempt = 0
  private var marks: [(table: Int, kind: Int, mark: IdentityList.Mark)] = []
  private var countBefore = 0

  /// The table of the last call. Its name's address stands for it as long as the transaction runs, since
  /// the schema cannot change meanwhile.
  private var lastName: UnsafePointer<CChar>?
  private var lastTable = 0

  /// Whether identities are kept, or changes only counted.
  private(set) var keepsIdentities = false

  /// How many rows were changed since the transaction began.
  private(set) var count = 0

  func begin(keepingIdentities: Bool) {
    unsafe lastName = nil
    count = 0
    names = []
    records = []
    marks = []
    keepsIdentities = keepingIdentities
  }

  /// Forgets what was recorded; it may be much.
  func end() { begin(keepingIdentities: false) }

  /// Keeps identities from here on, for a request that asks for them.
  func keepIdentities() { keepsIdentities = true }

  func beginAttempt() {
    attempt += 1
    countBefore = count
    marks.removeAll(keepingCapacity: true)
  }

  /// Forgets what was told since the attempt began: it failed, and was taken back.
  func forgetAttempt() {
    for (table, kind, mark) in marks { records[table][kind].list.goBack(to: mark) }
    count = countBefore
    marks.removeAll(keepingCapacity: true)
  }

  var changes: ChangeSet {
    ChangeSet(
      tables: Dictionary(uniqueKeysWithValues: zip(names, records.map { $0.map(\.list) }))
        .filter { $0.value.contains { $0.count > 0 } })
  }

  func identities(in table: String, _ kind: ChangeSet.Kind) -> IdentityList {
    guard let index = names.firstIndex(of: table) else { return IdentityList() }
    return records[index][kind.rawValue].list
  }

  fileprivate func record(_ operation: Int32, _ name: UnsafePointer<CChar>, _ identity: Int64) {
    count += 1
    guard keepsIdentities else { return }
    if unsafe name != lastName {
      let text = unsafe String(cString: name)
      unsafe lastName = name
      if let known = names.firstIndex(of: text) {
        lastTable = known
      } else {
        lastTable = names.count
        names.append(text)
        records.append(ChangeSet.Kind.allCases.map { _ in Record() })
      }
    }
    let kind: ChangeSet.Kind =
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
  /// Calls the recorder for every row that is changed (`sqlite3_update_hook`), or nobody.
  func listen(with recorder: ChangeRecorder?) {
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
