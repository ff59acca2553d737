internal import Filesystem
internal import LibC
internal import Synchronization

/// The observers of one file, shared by all stores of this process that have the file open, so that
/// a commit through one store reaches the observers of every other.
final class ChangeObservers: Sendable {
  /// An event that observers receive.
  enum Event: Sendable {
    case changes(ChangeSet)
    /// Further changes cannot be observed.
    case failure(StoreError)
  }

  typealias Observer = @Sendable (Event) -> Void

  /// The registered observers by their numbers.
  private let observers = Mutex<[Int: Observer]>([:])
  /// The number of the observer registered last.
  private let lastNumber = Atomic<Int>(0)
  /// Held during a commit and the calls to the observers, so that these occur in commit order.
  private let delivery = Mutex(Delivery())
  /// The id of the thread that holds `delivery`, or 0 if there is none.
  private let deliveringThread = Atomic<UInt>(0)
  /// The number of observers that also receive commits by other processes.
  private let watcherCount = Atomic<Int>(0)

  private struct Delivery {
    /// The watch for commits by other processes, or `nil` if no observer needs it.
    var watch: CommitWatch?
    /// Whether the polling thread runs. It ends when it wakes up and there is no watch.
    var isPolling = false
  }

  private struct Reference {
    weak var observers: ChangeObservers?
  }

  /// The observers of the files that are open in this process.
  private static let open = Mutex<[StoreFileIdentity: Reference]>([:])

  /// Returns the observers of the file at `path`, or new ones if no store has the file open.
  static func ofFile(at path: String) -> ChangeObservers {
    guard let file = StoreFileIdentity(of: path) else { return ChangeObservers() }
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
  private func notify(_ event: Event) {
    let numbers = observers.withLock { $0.keys.sorted() }
    for number in numbers { observers.withLock { $0[number] }?(event) }
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

  /// Registers an observer that also receives commits by other processes.
  ///
  /// - Parameter connect: Starts a watch. Called only if none is running.
  func add(
    _ observer: @escaping Observer, watchingBy connect: () throws(StoreError) -> CommitWatch
  ) throws(StoreError) -> Observation {
    let observation = add(observer)
    watcherCount.add(1, ordering: .relaxed)
    let watching = Observation { [weak self] in
      withExtendedLifetime(observation) {}
      self?.endWatching()
    }
    if isDelivering { throw .nested }
    let startsPolling = try delivery.withLock { delivery throws(StoreError) in
      if delivery.watch == nil { delivery.watch = try connect() }
      defer { delivery.isPolling = true }
      return !delivery.isPolling
    }
    if startsPolling { startPolling() }
    return watching
  }

  /// Ends the watch when its last observer is released. If that happens inside an observer, the
  /// polling thread ends the watch instead.
  private func endWatching() {
    let rest = watcherCount.subtract(1, ordering: .relaxed).newValue
    if rest == 0, !isDelivering { delivery.withLock { endUnlessNeeded(&$0.watch) } }
  }

  private func endUnlessNeeded(_ watch: inout CommitWatch?) {
    if watcherCount.load(ordering: .relaxed) == 0 { watch = nil }
  }

  /// Polls for commits by other processes, on a separate thread, until the watch ends.
  private func startPolling() {
    let poll: @Sendable () -> Void = { [weak self] in
      repeat { CommitWatch.sleep() } while self?.poll() == true
    }
    // Without a thread, the next listener tries again. Until then, only a commit or a live read of
    // this process notices the commits of others.
    if !BlockingThread.start(poll) { delivery.withLock { $0.isPolling = false } }
  }

  /// Notifies the observers of commits by other processes. Returns whether to continue polling.
  private func poll() -> Bool {
    deliver { delivery in
      endUnlessNeeded(&delivery.watch)
      tellOfOthers(&delivery.watch)
      delivery.isPolling = delivery.watch != nil
      return delivery.isPolling
    }
  }

  /// Notifies the observers if another process has committed since the last call. If the watch
  /// fails, reports the failure to them and ends it.
  private func tellOfOthers(_ watch: inout CommitWatch?) {
    do throws(StoreError) {
      if try watch?.noticesCommit() == true { notify(.changes(ChangeSet(.otherProcess))) }
    } catch {
      watch = nil
      notify(.failure(error))
    }
  }

  /// Commits the transaction of a connection and calls the observers.
  ///
  /// - Parameter changes: Returns what the transaction has changed, or `nil` if nothing. Called
  ///   after the commit, so observers never receive changes that are rolled back.
  func commit(
    on connection: Connection, _ changes: () -> ChangeSet?
  ) throws(StoreError) {
    try deliver { delivery throws(StoreError) in
      tellOfOthers(&delivery.watch)
      let before = delivery.watch == nil ? 0 : try connection.dataVersion()
      try connection.statement("COMMIT").run()
      if let changes = changes() { notify(.changes(changes)) }
      guard delivery.watch != nil else { return }
      // The watch must skip this commit, which it also sees. It may then also skip a commit that
      // another process has made just after. This connection's number shows only that one.
      delivery.watch?.skipCommit()
      if (try? connection.dataVersion()) != before {
        notify(.changes(ChangeSet(.otherProcess)))
      }
    }
  }

  /// Runs `begin`, which begins a snapshot, and then `take`, which takes the changes received so
  /// far, while no transaction of this process commits. In between, notifies the observers of
  /// commits by other processes that the snapshot contains.
  ///
  /// - Throws: The error that a closure throws, or ``StoreError/nested`` inside an observer.
  func betweenCommits(
    _ begin: () throws(StoreError) -> Void, then take: () throws(StoreError) -> Void
  ) throws(StoreError) {
    if isDelivering { throw .nested }
    try deliver { delivery throws(StoreError) in
      try begin()
      tellOfOthers(&delivery.watch)
      try take()
    }
  }

  /// Runs `body` while holding `delivery`.
  private func deliver<R: Sendable, Failure: Error>(
    _ body: (inout Delivery) throws(Failure) -> R
  ) throws(Failure) -> R {
    try delivery.withLock { delivery throws(Failure) in
      deliveringThread.store(ThreadID.current, ordering: .relaxed)
      defer { deliveringThread.store(0, ordering: .relaxed) }
      return try body(&delivery)
    }
  }

  /// Whether this thread is calling the observers. A write would then wait for itself.
  var isDelivering: Bool { deliveringThread.load(ordering: .relaxed) == ThreadID.current }
}
