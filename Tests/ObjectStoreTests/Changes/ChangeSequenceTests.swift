import ObjectStore
import Testing

/// Tests of the changes to the objects of an entity, as an asynchronous sequence.
@Suite struct ChangeSequenceTests {
  let folder = StoreFolder()

  /// Returns the next event, which must be a list of changes.
  private func changed(
    _ events: inout ChangeSequence<Book>.Iterator, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ChangedIdentities<Book> {
    let event = try await events.next()
    guard case .changed(let identities) = event else {
      Issue.record("the event is \(String(describing: event))", sourceLocation: sourceLocation)
      return ChangedIdentities()
    }
    return identities
  }

  /// Returns a change of books with these row ids.
  private func books(
    inserted: [Int64] = [], updated: [Int64] = [], deleted: [Int64] = []
  ) -> ChangedIdentities<Book> {
    ChangedIdentities(
      inserted: inserted.map { Identity(rawValue: $0) },
      updated: updated.map { Identity(rawValue: $0) },
      deleted: deleted.map { Identity(rawValue: $0) })
  }

  @Test(arguments: Kind.allCases)
  func `each transaction is one event with each object once`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 4)
    var events = try store.changes(of: Book.self).makeAsyncIterator()
    try await store.write { transaction in
      // An insertion with an update, one with a deletion, and so on.
      let new = try transaction.insert(Library.book(5, by: author))
      for identity in [new, Identity(rawValue: 1), Identity(rawValue: 2)] {
        guard var book = try transaction.find(identity) else { continue }
        book.note = "changed"
        try transaction.update(book)
      }
      try transaction.delete(Identity<Book>(rawValue: 2))
      try transaction.delete(try transaction.insert(Library.book(6, by: author)))
      guard let third = try transaction.find(Identity<Book>(rawValue: 3)) else { return }
      try transaction.delete(third.id)
      try transaction.insert(third)
    }
    try store.insert(Author(name: "Nobody", mentor: nil))
    try store.delete(Identity<Book>(rawValue: 1))
    #expect(try await changed(&events) == books(inserted: [5], updated: [1, 3], deleted: [2]))
    #expect(try await changed(&events) == books(deleted: [1]))
  }

  @Test(arguments: Kind.allCases)
  func `a condition decides what is inserted and deleted`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 5)
    var events = try store.changes(of: Book.self, where: \.pages >= 300).makeAsyncIterator()
    func setPages(_ identity: Int64, _ pages: Int) throws {
      try store.execute(
        BatchUpdate(
          Book.self, where: \.id == Identity(rawValue: identity), returning: .status
        ).setting(\.pages, to: pages))
    }
    try setPages(1, 900)
    #expect(try await changed(&events) == books(inserted: [1]))
    try setPages(1, 800)
    #expect(try await changed(&events) == books(updated: [1]))
    // Neither of these concerns a long book.
    try setPages(2, 10)
    try store.insert(Library.book(1, by: author).with(title: "Short"))
    try setPages(1, 10)
    #expect(try await changed(&events) == books(deleted: [1]))
    try store.delete(Identity<Book>(rawValue: 5))
    #expect(try await changed(&events) == books(deleted: [5]))
  }

  @Test(arguments: Kind.allCases)
  func `a condition on another object hears of changes to it`(kind: Kind) async throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 2)
    var events = try store.changes(
      of: Book.self, where: .related(\.author, \.name == "Ursula")
    ).makeAsyncIterator()
    func rename(to name: String) throws {
      try store.execute(BatchUpdate(Author.self, returning: .status).setting(\.name, to: name))
    }
    try rename(to: "Someone")
    #expect(try await changed(&events) == books(deleted: [1, 2]))
    try rename(to: "Anyone")
    try rename(to: "Ursula")
    #expect(try await changed(&events) == books(inserted: [1, 2]))
  }

  @Test func `the stores of one process share their changes`() async throws {
    let (store, other) = (try folder.store(), try folder.store())
    let author = try Library.fill(store, books: 2)
    var events = try store.changes(of: Book.self).makeAsyncIterator()
    try other.insert(Library.book(3, by: author))
    #expect(try await changed(&events) == books(inserted: [3]))
  }

  @Test(arguments: Kind.allCases)
  func `a listener that never reads keeps a bounded number of changes`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 1)
    var events = try store.changes(of: Book.self).makeAsyncIterator()
    let many = (0..<70_000).map { Library.book(1, by: author).with(title: "\($0)") }
    try await store.execute(BatchInsert(many, returning: .status))
    try store.delete(Identity<Book>(rawValue: 1))
    #expect(try await events.next() == .reset(.overflow))
    #expect(try await changed(&events) == books(deleted: [1]))
  }

  @Test func `many small transactions overflow, too`() async throws {
    let store = try folder.store(.memory)
    var events = try store.changes(of: Author.self).makeAsyncIterator()
    for number in 0..<1100 { try store.insert(Author(name: "\(number)", mentor: nil)) }
    #expect(try await events.next() == .reset(.overflow))
    guard case .changed = try await events.next() else {
      Issue.record("the changes after the overflow are missing")
      return
    }
  }

  @Test(arguments: Kind.allCases)
  func `a transaction that runs already is a reset`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let changes = try await store.write { transaction throws(StoreError) in
      let changes = try store.changes(of: Author.self)
      try transaction.insert(Author(name: "Ursula", mentor: nil))
      return changes
    }
    var events = changes.makeAsyncIterator()
    #expect(try await events.next() == .reset(.unrecorded))
  }

  @Test func `a loop ends when its task is canceled, and its store closes`() async throws {
    var store: Store? = try folder.store()
    weak let closed = store
    let task = Task { [changes = try #require(store).changes(of: Book.self)] in
      for try await _ in changes {}
    }
    store = nil
    #expect(closed != nil)
    task.cancel()
    let result = await task.result
    #expect(throws: StoreError.cancelled) { try result.get() }
    while closed != nil { await Task.yield() }
    while folder.names.count > 1 { await Task.yield() }
    #expect(folder.names == ["store.sqlite"])
  }
}

extension Book {
  /// Returns the book with another title.
  func with(title: String) -> Book {
    var book = self
    book.title = title
    return book
  }
}
