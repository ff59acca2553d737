import ObjectStore
import Testing

@Suite struct TransactionTests {
  let folder = StoreFolder()

  @Test(arguments: Kind.allCases)
  func `an inserted object is found unchanged`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 1)
    let digest = try #require(Digest256(0..<32))
    let copy = try store.write { transaction throws(StoreError) in
      let book = try transaction.first(FetchRequest(Book.self))?.id ?? .unassigned
      var copy = Copy(
        book: book, shelf: -7, bought: Timestamp(secondsSince1970: 1_700_000_000),
        digest: digest, isLent: true, mark: [0, 255, 10])
      copy.id = try transaction.insert(copy)
      return copy
    }
    try store.read { snapshot throws(StoreError) in
      #expect(try snapshot.find(copy.id) == copy)
      #expect(try snapshot.find(author)?.name == "Ursula")
      #expect(try snapshot.find(Identity<Author>(rawValue: 99)) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func `an empty text and an empty blob are not nil`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    var book = Library.book(1, by: author)
    book.note = ""
    let stored = try store.write { transaction throws(StoreError) in
      book.id = try transaction.insert(book)
      var copy = Copy(
        book: book.id, shelf: 0, bought: .now, digest: Digest256([UInt8](repeating: 1, count: 32))!,
        isLent: false, mark: [])
      copy.id = try transaction.insert(copy)
      return (try transaction.find(book.id), try transaction.find(copy.id))
    }
    #expect(stored.0?.note == "")
    #expect(stored.1?.mark == [])
  }

  /// The lengths include the limits of Swift's inline strings (15 bytes) and of the buffer for
  /// bound values (`BindingBuffer`, 1,024 bytes).
  @Test(arguments: Kind.allCases, [1, 15, 16, 500, 1023, 1024, 1025, 70_000])
  func `texts of any length are stored`(kind: Kind, length: Int) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    let books = (1...3).map { number in
      var book = Library.book(number, by: author)
      book.title = String(repeating: "é", count: length) + "\(number)"
      book.note = String(repeating: "\(number)", count: length)
      return book
    }
    let inserted = try store.execute(BatchInsert(books, returning: .identities))
    try store.write { transaction throws(StoreError) in
      for (identity, book) in zip(inserted, books) {
        guard var stored = try transaction.find(identity) else { return }
        #expect(stored.title == book.title && stored.note == book.note)
        stored.note = book.title
        stored.title = "\(book.note ?? "")x"
        #expect(try transaction.find(transaction.update(stored).id)?.title == stored.title)
      }
    }
    #expect(inserted.count == 3)
  }

  @Test(arguments: Kind.allCases)
  func `an update writes every property and increments the version`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 1)
    try store.write { transaction throws(StoreError) in
      guard var book = try transaction.first(FetchRequest(Book.self)) else { return }
      book.title = "Changed"
      book.note = nil
      let stored = try transaction.update(book)
      #expect(stored.edition == book.edition + 1)
      #expect(try transaction.find(book.id) == stored)
      var again = stored
      again.pages = 5
      let changed = try transaction.update(again, from: stored)
      #expect(try transaction.find(book.id) == changed)
      #expect(try transaction.update(changed, from: changed) == changed)
      #expect(changed.author == author)
    }
  }

  @Test(arguments: Kind.allCases)
  func `an update writes a text with other scalars, even if Swift calls it equal`(
    kind: Kind
  ) throws {
    let store = try folder.store(kind)
    let composed = Author(id: Identity(rawValue: 1), name: "caf\u{e9}", mentor: nil)
    var decomposed = composed
    decomposed.name = "cafe\u{301}"
    #expect(composed == decomposed)
    try store.write { transaction throws(StoreError) in
      try transaction.insert(composed)
      try transaction.update(decomposed, from: composed)
    }
    let stored = try #require(try store.find(composed.id))
    #expect(Array(stored.name.utf8) == Array(decomposed.name.utf8))
  }

  @Test(arguments: Kind.allCases)
  func `a stale copy is rejected with both versions`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 1)
    let book = try #require(try store.first(FetchRequest(Book.self)))
    try store.update(book)
    #expect(
      throws: StoreError.conflict(
        WriteConflict(entity: "Book", identity: book.id.rawValue, expected: 1, found: 2))
    ) { try store.update(book) }
    try store.delete(book.id)
    #expect(
      throws: StoreError.conflict(
        WriteConflict(entity: "Book", identity: book.id.rawValue, expected: 1, found: nil))
    ) { try store.update(book) }
  }

  @Test(arguments: Kind.allCases)
  func `a transaction that throws changes nothing`(kind: Kind) throws {
    let store = try folder.store(kind)
    #expect(throws: StoreError.cancelled) {
      try store.write { transaction throws(StoreError) in
        try transaction.insert(Author(name: "Nobody", mentor: nil))
        throw .cancelled
      }
    }
    #expect(try store.count(FetchRequest(Author.self)) == 0)
    _ = try Library.fill(store, books: 2)
    #expect(try store.count(FetchRequest(Book.self)) == 2)
  }

  @Test(arguments: Kind.allCases)
  func `a reader sees the store as of its start`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 1)
    try store.read { snapshot throws(StoreError) in
      #expect(try snapshot.count(FetchRequest(Book.self)) == 1)
      try store.write { transaction throws(StoreError) in
        guard let author = try transaction.first(FetchRequest(Author.self)) else { return }
        try transaction.insert(Library.book(2, by: author.id))
      }
      #expect(try snapshot.count(FetchRequest(Book.self)) == 1)
      #expect(try store.count(FetchRequest(Book.self)) == 2)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a nested transaction is rejected`(kind: Kind) throws {
    let store = try folder.store(kind)
    #expect(throws: StoreError.nested) {
      try store.write { _ throws(StoreError) in try store.write { _ in } }
    }
    #expect(throws: StoreError.nested) {
      try store.write { _ throws(StoreError) in try store.read { _ in } }
    }
    _ = try Library.fill(store, books: 1)
  }

  @Test(arguments: Kind.allCases)
  func `an upsert updates the object with the key`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 1)
    try store.write { transaction throws(StoreError) in
      guard let first = try transaction.first(FetchRequest(Book.self)) else { return }
      try transaction.insert(
        Copy(
          book: first.id, shelf: 1, bought: .now, digest: Digest256(repeatElement(7, count: 32))!,
          isLent: false, mark: nil))
      var twin = Library.book(1, by: author)
      twin.pages = 7
      #expect(try transaction.upsert(twin, on: .on(\.author, \.title)) == first.id)
      let stored = try transaction.find(first.id)
      #expect(stored?.pages == 7)
      #expect(stored?.edition == 2)
      #expect(try transaction.count(FetchRequest(Copy.self)) == 1)
      let other = try transaction.upsert(
        Library.book(2, by: author), on: .on(\.author, \.title))
      #expect(other != first.id)
    }
  }

  @Test(arguments: Kind.allCases)
  func `delete rules cascade, nullify and deny`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 2)
    try store.write { transaction throws(StoreError) in
      try transaction.insert(Author(name: "Pupil", mentor: author))
      #expect(try transaction.delete(author))
      #expect(try transaction.delete(author) == false)
      #expect(try transaction.count(FetchRequest(Book.self)) == 0)
      #expect(try transaction.first(FetchRequest(Author.self))?.mentor == nil)
    }
    let second = try Library.fill(store, books: 1)
    try store.write { transaction throws(StoreError) in
      guard let book = try transaction.first(FetchRequest(Book.self)) else { return }
      try transaction.insert(
        Copy(
          book: book.id, shelf: 1, bought: .now, digest: Digest256(repeatElement(7, count: 32))!,
          isLent: false, mark: nil))
    }
    let book = try #require(try store.first(FetchRequest(Book.self)))
    let error = #expect(throws: StoreError.self) { try store.delete(book.id) }
    guard case .violation(let violation) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(violation.kind == .reference(to: "Book"))
    #expect(violation.entity == "Copy")
    #expect(violation.properties == ["book"])
    #expect(violation.identity == book.id.rawValue)
    // The copy denies the deletion of its book, which the deletion of the author would cascade to.
    let cascade = Violation(
      kind: .reference(to: "Book"), entity: "Copy", properties: ["book"],
      identity: second.rawValue, rows: 1, code: violation.code)
    #expect(throws: StoreError.violation(cascade)) { try store.delete(second) }
    let batch = try expectViolation {
      try store.execute(BatchDelete(Author.self, where: .all, returning: .status))
    }
    #expect(batch.kind == .reference(to: "Book"))
    #expect(batch.entity == "Copy")
    #expect(batch.properties == ["book"])
    #expect(try store.count(FetchRequest(Book.self)) == 1)
  }
}
