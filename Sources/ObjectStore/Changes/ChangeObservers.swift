internal import Filesystem
internal import LibC
internal import Synchronization

/// The observers of one file, shared by all stores of this process that have the file open, so that
/// a commit through one store reaches the observers of every other.
final class ChangeObservers: Sendable {
  typealias Observer = @Sendable (ChangeSet) -> Void

  /// The registered observers by their numbers.
  private let observers = Mutex<[Int: Observer]>([:])
  /// The number of the observer registered last.
  private let lastNumber = Atomic<Int>(0)
  /// Held during a commit and the calls of the observers, which thus occur in commit order.
  private let delivery = Mutex<Void>(())
  /// The id of the thread that holds `delivery`, or 0 if there is none.
  private let deliveringThread = Atomic<UInt>(0)

  /// The device and the number of a file.
  private struct FileID: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private struct Reference {
    weak var observers: ChangeObservers?
  }

  /// The observers of the files that are open in this process.
  private static let open = Mutex<[FileID: Reference]>([:])

  /// Returns the observers of the file at `path`, or new ones if no store has the file open.
  static func ofFile(at path: String) -> ChangeObservers {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return ChangeObservers() }
    let file = FileID(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    return open.withLock { open in
      if let known = open[file]?.observers { return known }
      open = open.filter { $0.value.observers != nil }
      let made = ChangeObservers()
      open[file] = Reference(observers: made)
      return made
    }
  }

  /// Whether there are no observers.
  var isEmpty: Bool { observers.withLock(\.isEmpty) }

  /// Calls each observer that is registered when its turn comes, in the order of registration.
  func notify(_ changes: ChangeSet) {
    let numbers = observers.withLock { $0.keys.sorted() }
    for number in numbers { observers.withLock { $0[number] }?(changes) }
  }

  /// Registers an observer until the returned object is deallocated. A call that has already begun
  /// still completes.
  func add(_ observer: @escaping Observer) -> Observation {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    observers.withLock { $0[number] = observer }
    return Observation { [weak self] in
      _ = self?.observers.withLock { $0.removeValue(forKey: number) }
    }
  }

  /// Runs `body`, which commits a transaction and calls the observers.
  func deliver(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try delivery.withLock { _ throws(StoreError) in
      deliveringThread.store(ThreadID.current, ordering: .relaxed)
      defer { deliveringThread.store(0, ordering: .relaxed) }
      try body()
    }
  }

  /// Whether this thread is calling the observers. A write would then wait for itself.
  var isDelivering: Bool { deliveringThread.load(ordering: .relaxed) == ThreadID.current }
}
