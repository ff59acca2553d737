/// The changed rows of one table, in the order of their changes.
///
/// The kinds are stored as runs of equal ones, so a batch over a quarter of a million objects needs
/// little more memory than its identities (``IdentityList``).
struct ChangeList: Sendable {
  /// Consecutive changes of the same kind.
  private struct Run {
    let kind: ChangeKind
    var count: Int
  }

  private var identities = IdentityList()
  private var runs: [Run] = []
  /// The number of changes of each kind.
  private var counts = [0, 0, 0]

  /// The number of changes.
  var count: Int { identities.count }

  /// Returns the number of changes of this kind.
  func count(of kind: ChangeKind) -> Int { counts[kind.rawValue] }

  /// Adds a change.
  mutating func append(_ kind: ChangeKind, _ identity: Int64) {
    identities.append(identity)
    counts[kind.rawValue] += 1
    if let last = runs.indices.last, runs[last].kind == kind {
      runs[last].count += 1
    } else {
      runs.append(Run(kind: kind, count: 1))
    }
  }

  /// A state of the list that ``truncate(to:)`` restores.
  struct Mark {
    fileprivate let identities: IdentityList.Mark
    fileprivate let counts: [Int]
    fileprivate let runs: Int
    fileprivate let lastRun: Int
  }

  /// The current state of the list.
  var mark: Mark {
    Mark(
      identities: identities.mark, counts: counts, runs: runs.count, lastRun: runs.last?.count ?? 0)
  }

  /// Removes the changes added since `mark`.
  mutating func truncate(to mark: Mark) {
    identities.truncate(to: mark.identities)
    counts = mark.counts
    runs.removeLast(runs.count - mark.runs)
    if let last = runs.indices.last { runs[last].count = mark.lastRun }
  }

  /// Returns the row ids of the changes of one kind, in their order.
  func identities(_ kind: ChangeKind) -> some Sequence<Int64> {
    Changes(list: self).lazy.filter { $0.kind == kind }.map(\.identity)
  }

  /// The net change of each row. Omits a row that was inserted and then deleted. A row that was
  /// deleted and then inserted counts as updated.
  var net: [Int64: ChangeKind] {
    var net: [Int64: ChangeKind] = [:]
    net.reserveCapacity(count)
    for change in Changes(list: self) {
      net[change.identity] =
        switch (net[change.identity], change.kind) {
        case (nil, let kind): kind
        case (.inserted, .deleted): nil
        case (.inserted, _): .inserted
        case (_, .deleted): .deleted
        // Only a deleted row can be inserted, and only an existing one updated.
        case (.updated, _), (.deleted, _): .updated
        }
    }
    return net
  }

  /// The changes, in their order.
  private struct Changes: Sequence, IteratorProtocol {
    private var identities: IdentityList.Iterator
    private let runs: [Run]
    /// The index of the current run, and the number of its changes that were returned.
    private var run = 0
    private var returned = 0

    init(list: ChangeList) {
      identities = list.identities.makeIterator()
      runs = list.runs
    }

    mutating func next() -> (kind: ChangeKind, identity: Int64)? {
      guard let identity = identities.next() else { return nil }
      if returned == runs[run].count { (run, returned) = (run + 1, 0) }
      returned += 1
      return (runs[run].kind, identity)
    }
  }
}
