import ObjectStore
import Synchronization
import Testing

/// Tests of the changes that observers receive, including cases that SQLite's update hook misses
/// or reports too early.
@Suite struct ChangesTests {
  let folder = StoreFolder()

  /// The changes that an observer received.
  final class Log: Sendable {
    let changes = Mutex<[ChangeSet]>([])
    /// Returns the changes since the last call, and clears the log.
    func take() -> [ChangeSet] {
      changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
    }
  }

  /// Registers an observer that records changes in a log, until the observation is deallocated.
  private func observed(_ store: Store) -> (Log, Observation) {
    let log = Log()
    return (log, store.observe { changes in log.changes.withLock { $0.append(changes) } })
  }

  @Test(arguments: Kind.allCases)
  func `an observer receives every identity after the commit`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 5)
    let (log, observation) = observed(store)
    try store.write { transaction throws(StoreError) in
      try transaction.insert(Library.book(6, by: author))
      _ = try transaction.execute(
        BatchUpdate(Book.self, where: \.pages < 300, returning: .status)
          .setting(\.note, to: "thin"))
      try transaction.delete(Identity<Book>(rawValue: 4))
      #expect(log.take().isEmpty)
    }
    let changes = try #require(log.take().first)
    #expect(changes.identities(of: Book.self, .inserted).map(\.rawValue) == [6])
    #expect(changes.identities(of: Book.self, .updated).map(\.rawValue) == [1, 2])
    #expect(changes.identities(of: Book.self, .deleted).map(\.rawValue) == [4])
    #expect(changes.count(of: Author.self, .updated) == 0)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `rolled-back changes are not reported`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 5)
    let (log, observation) = observed(store)
    #expect(throws: StoreError.self) {
      try store.execute(
        BatchUpdate(Book.self, returning: .count).setting(\.pages, to: \.pages - 200))
    }
    #expect(throws: StoreError.cancelled) {
      try store.write { transaction throws(StoreError) in
        try transaction.delete(Identity<Book>(rawValue: 1))
        throw .cancelled
      }
    }
    #expect(log.take().isEmpty)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `deleting everything is reported row by row, including cascades`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 3)
    try store.insert(Author(name: "Pupil", mentor: author))
    let (log, observation) = observed(store)
    try store.execute(BatchDelete(Book.self, where: .all, returning: .status))
    #expect(log.take().first?.identities(of: Book.self, .deleted).count == 3)
    try store.insert(Library.book(1, by: author))
    _ = log.take()
    try store.execute(BatchDelete(Author.self, where: \.name == "Ursula", returning: .status))
    let changes = try #require(log.take().first)
    #expect(changes.identities(of: Author.self, .deleted) == [author])
    #expect(changes.count(of: Book.self, .deleted) == 1)
    #expect(changes.identities(of: Author.self, .updated).map(\.rawValue) == [2])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `an upsert is reported as an update, not a replacement`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 2)
    let (log, observation) = observed(store)
    try store.write { transaction throws(StoreError) in
      _ = try transaction.upsert(Library.book(2, by: author), on: .on(\.author, \.title))
    }
    let changes = try #require(log.take().first)
    #expect(changes.identities(of: Book.self, .updated).map(\.rawValue) == [2])
    #expect(changes.count(of: Book.self, .deleted) == 0)
    #expect(changes.count(of: Book.self, .inserted) == 0)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `a failed batch keeps the earlier changes of its transaction`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 2)
    let (log, observation) = observed(store)
    try store.write { transaction throws(StoreError) in
      try transaction.insert(Library.book(3, by: author))
      // Both batches fail. Their errors are caught, so that the transaction continues.
      do throws(StoreError) {
        _ = try transaction.execute(
          BatchUpdate(Book.self, returning: .count).setting(\.pages, to: 0))
      } catch {}
      do throws(StoreError) {
        _ = try transaction.execute(
          BatchInsert(
            [Library.book(4, by: author), Library.book(4, by: author)], returning: .count))
      } catch {}
      try transaction.insert(Library.book(5, by: author))
    }
    #expect(try store.fetch(FetchRequest(Book.self)).map(\.pages) == [100, 200, 300, 500])
    let changes = try #require(log.take().first)
    #expect(changes.identities(of: Book.self, .inserted).map(\.rawValue) == [3, 4])
    #expect(changes.count(of: Book.self, .updated) == 0)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `a failed change that was caught is not reported`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 3)
    try store.insert(
      Copy(
        book: Identity(rawValue: 2), shelf: 1, bought: .now,
        digest: try #require(Digest256(0..<32)), isLent: false, mark: nil))
    let (log, observation) = observed(store)
    try store.write { transaction throws(StoreError) in
      try transaction.insert(Library.book(7, by: author))
      // SQLite checks a reference only after it has inserted and reported the row.
      #expect(throws: StoreError.self) {
        try transaction.insert(Library.book(8, by: Identity(rawValue: 99)))
      }
      guard var book = try transaction.find(Identity<Book>(rawValue: 1)) else { return }
      book.author = Identity(rawValue: 99)
      #expect(throws: StoreError.self) { try transaction.update(book) }
      #expect(throws: StoreError.self) { try transaction.delete(Identity<Book>(rawValue: 2)) }
      #expect(throws: StoreError.self) {
        try transaction.execute(
          BatchUpdate(Book.self, returning: .status).setting(\.author, to: Identity(rawValue: 99)))
      }
      try transaction.delete(Identity<Book>(rawValue: 3))
    }
    let changes = try #require(log.take().first)
    #expect(changes.identities(of: Book.self, .inserted).map(\.rawValue) == [4])
    #expect(changes.count(of: Book.self, .updated) == 0)
    #expect(changes.identities(of: Book.self, .deleted).map(\.rawValue) == [3])
    #expect(try store.count(FetchRequest(Book.self)) == 3)
    _ = try store.write { transaction throws(StoreError) in
      #expect(throws: StoreError.self) {
        try transaction.insert(Library.book(8, by: Identity(rawValue: 99)))
      }
    }
    #expect(log.take().isEmpty)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `a transaction that SQLite ended accepts no more changes`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    let books = (1...5000).map { number in
      var book = Library.book(1, by: author)
      book.title = "Book \(number)"
      return book
    }
    try store.execute(BatchInsert(books, returning: .status))
    #expect(throws: StoreError.transactionEnded) {
      try store.write { transaction throws(StoreError) in
        try transaction.insert(Author(name: "Before", mentor: nil))
        let progress = RequestProgress { $0.cancel() }
        do throws(StoreError) {
          _ = try transaction.execute(
            BatchUpdate(Book.self, returning: .count).setting(\.pages, to: 5), progress: progress)
        } catch {
          #expect(error == .cancelled)
        }
        try transaction.insert(Author(name: "After", mentor: nil))
      }
    }
    #expect(try store.fetch(FetchRequest(Author.self)).map(\.name) == ["Ursula"])
    #expect(try store.count(FetchRequest(Book.self, where: \.pages == 5)) == 0)
  }

  @Test(arguments: Kind.allCases)
  func `an ended observer receives nothing, and observers cannot use the store`(kind: Kind) throws {
    let store = try folder.store(kind)
    let (log, first) = observed(store)
    withExtendedLifetime(first) {}
    let errors = Mutex<[StoreError]>([])
    let second = store.observe { [weak store] _ in
      do throws(StoreError) { _ = try store?.count(FetchRequest(Book.self)) } catch {
        errors.withLock { $0.append(error) }
      }
    }
    do {
      let (short, observation) = observed(store)
      _ = try Library.fill(store, books: 1)
      withExtendedLifetime(observation) {}
      #expect(short.take().count == 1)
    }
    #expect(errors.withLock { $0 } == [.nested])
    withExtendedLifetime(second) {}
    _ = log
  }

  @Test(arguments: Kind.allCases)
  func `an observer registered during a write hears of its commit`(kind: Kind) throws {
    let store = try folder.store(kind)
    var late: (Log, Observation)?
    try store.write { transaction throws(StoreError) in
      try transaction.insert(Author(name: "Ursula", mentor: nil))
      late = observed(store)
    }
    let (log, observation) = try #require(late)
    let first = try #require(log.take().first)
    #expect(!first.isComplete)
    #expect(!first.isEmpty)
    try store.insert(Author(name: "Pupil", mentor: nil))
    let second = try #require(log.take().first)
    #expect(second.isComplete)
    #expect(second.identities(of: Author.self, .inserted).map(\.rawValue) == [2])
    // A transaction without changes is not reported.
    try store.write { _ in late = observed(store) }
    #expect(late?.0.take().isEmpty == true)
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `an observer released during a write is not called`(kind: Kind) throws {
    let store = try folder.store(kind)
    var (log, observation): (Log, Observation?) = observed(store)
    #expect(observation != nil)
    try store.write { transaction throws(StoreError) in
      try transaction.insert(Author(name: "Ursula", mentor: nil))
      observation = nil
    }
    #expect(log.take().isEmpty)
    log = Log()
  }
}
