import ObjectStore
import Synchronization
import Testing

@Suite struct BatchTests {
  let folder = StoreFolder()

  @Test(arguments: Kind.allCases)
  func `an update sets constants and expressions and increments versions`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 10)
    let update = BatchUpdate(Book.self, where: \.pages > 500, returning: .identities)
      .setting(\.binding, to: .cloth)
      .setting(\.pages, to: \.pages + 1)
      .setting(
        \.note, to: .cases([(\.pages > 900, .constant("last"))], otherwise: .property(\.note)))
    let changed = try store.execute(update)
    #expect(changed.map(\.rawValue) == [6, 7, 8, 9, 10])
    let books = try store.fetch(FetchRequest(Book.self, where: .isIn(\.id, changed)))
    #expect(books.map(\.pages) == [601, 701, 801, 901, 1001])
    #expect(books.map(\.note) == ["even", nil, "even", nil, "last"])
    #expect(books.allSatisfy { $0.binding == .cloth && $0.edition == 2 })
    #expect(try store.count(FetchRequest(Book.self, where: \.edition == 1)) == 5)
    // Only a missing note is set.
    try store.execute(
      BatchUpdate(Book.self, returning: .status).setting(\.note, to: .coalesce(\.note, "new")))
    #expect(try store.count(FetchRequest(Book.self, where: \.note == "new")) == 5)
    #expect(try store.count(FetchRequest(Book.self, where: .isNil(\.note))) == 0)
  }

  /// Fills a store with an author and the author's pupils, and returns all of them.
  private func fillWithPupils(_ store: Store) throws -> [Identity<Author>] {
    try store.write { transaction throws(StoreError) in
      let first = try transaction.insert(Author(name: "first", mentor: nil))
      let second = try transaction.insert(Author(name: "second", mentor: first))
      let third = try transaction.insert(Author(name: "third", mentor: second))
      return [first, second, third]
    }
  }

  /// The first author, and those whose mentor it is.
  private var firstAndPupils: Filter<Author> {
    \.name == "first" || .related(\.mentor, \.name == "first")
  }

  @Test(arguments: Kind.allCases)
  func `conditions see the state before an update`(kind: Kind) throws {
    let store = try folder.store(kind)
    let all = try fillWithPupils(store)
    let changed = try store.execute(
      BatchUpdate(Author.self, where: firstAndPupils, returning: .identities)
        .setting(\.name, to: \.name + "!"))
    #expect(changed == Array(all.prefix(2)))
    #expect(
      try store.fetch(FetchRequest(Author.self)).map(\.name) == ["first!", "second!", "third"])
  }

  @Test(arguments: Kind.allCases)
  func `assignments see the state before an update`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try fillWithPupils(store)
    let name = ValueExpression<Author, String>.cases(
      [
        (.related(\.mentor, \.name == "first"), .constant("pupil of the first")),
        (.related(\.mentor, \.name == "second"), .constant("pupil of the second")),
      ], otherwise: .constant("nobody's"))
    try store.execute(BatchUpdate(Author.self, returning: .status).setting(\.name, to: name))
    #expect(
      try store.fetch(FetchRequest(Author.self)).map(\.name)
        == ["nobody's", "pupil of the first", "pupil of the second"])
    let count = try store.execute(
      BatchUpdate(
        Author.self, where: .related(\.mentor, .related(\.mentor, .all)), returning: .count
      )
      .setting(\.mentor, to: nil))
    #expect(count == 1)
  }

  @Test(arguments: Kind.allCases)
  func `conditions see the state before a deletion`(kind: Kind) throws {
    let store = try folder.store(kind)
    let all = try fillWithPupils(store)
    let deleted = try store.execute(
      BatchDelete(Author.self, where: firstAndPupils, returning: .identities))
    #expect(deleted == Array(all.prefix(2)))
  }

  @Test(arguments: Kind.allCases)
  func `a stale copy is detected after a batch`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 1)
    var book = try #require(try store.first(FetchRequest(Book.self)))
    let count = try store.execute(
      BatchUpdate(Book.self, returning: .count).setting(\.note, to: "batch"))
    #expect(count == 1)
    book.note = "mine"
    #expect(
      throws: StoreError.conflict(
        WriteConflict(entity: "Book", identity: book.id.rawValue, expected: 1, found: 2))
    ) { try store.update(book) }
  }

  @Test(arguments: Kind.allCases, [true, false])
  func `a violated rule changes nothing and is described`(kind: Kind, isSole: Bool) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 10)
    let update = BatchUpdate(Book.self, returning: .count).setting(\.pages, to: \.pages - 300)
    let error = #expect(throws: StoreError.self) {
      if isSole {
        _ = try store.execute(update)
      } else {
        try store.write { transaction throws(StoreError) in _ = try transaction.execute(update) }
      }
    }
    // 275 is `SQLITE_CONSTRAINT_CHECK`.
    #expect(
      error
        == .violation(
          Violation(
            kind: .rule("within"), entity: "Book", properties: ["pages"], value: "-200",
            identity: 1, rows: 3, code: ResultCode(rawValue: 275))))
    #expect(try store.fetch(FetchRequest(Book.self)).map(\.pages) == (1...10).map { $0 * 100 })
  }

  @Test(arguments: Kind.allCases)
  func `a rule over several properties is enforced in a batch`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 4)
    let cheap = BatchUpdate(Book.self, where: \.pages > 200, returning: .count)
      .setting(\.binding, to: .leather).setting(\.price, to: 3)
    let violation = try expectViolation { try store.execute(cheap) }
    #expect(violation.kind == .rule("leather-is-dear"))
    #expect(violation.properties == ["price", "binding"])
    #expect(violation.rows == 2)
    #expect(violation.value == "3.0, leather")
    #expect(try store.execute(cheap.setting(\.price, to: 12)) == 2)
  }

  @Test(arguments: Kind.allCases)
  func `a dangling reference is rejected in a batch`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 4)
    let update = BatchUpdate(Book.self, where: \.pages < 400, returning: .status)
      .setting(\.author, to: Identity(rawValue: 99))
    let violation = try expectViolation { try store.execute(update) }
    #expect(violation.kind == .reference(to: "Author"))
    #expect(violation.properties == ["author"])
    #expect(violation.value == "99")
    #expect(violation.rows == 3)
    #expect(
      try store.count(FetchRequest(Book.self, where: \.author == Identity(rawValue: 99))) == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a batch that duplicates a key is rejected`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 4)
    let update = BatchUpdate(Book.self, where: \.pages < 400, returning: .status)
      .setting(\.title, to: "Same")
    let violation = try expectViolation { try store.execute(update) }
    #expect(violation.kind == .unique)
    #expect(violation.properties == ["author", "title"])
    #expect(violation.rows == 3)
    #expect(violation.identity == 1)
    #expect(violation.value == "1, Same")
    #expect(try store.count(FetchRequest(Book.self, where: \.title == "Same")) == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a key that an object outside the batch has is rejected`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 4)
    let update = BatchUpdate(Book.self, where: \.pages == 300, returning: .status)
      .setting(\.title, to: "Book 2")
    let violation = try expectViolation { try store.execute(update) }
    #expect(violation.kind == .unique)
    #expect(violation.rows == 1)
    #expect(violation.identity == 3)
    #expect(violation.value == "1, Book 2")
  }

  @Test(arguments: Kind.allCases)
  func `a number that overflows its type is rejected in a batch`(kind: Kind) throws {
    struct Counter: Entity {
      var id: Identity<Counter> = .unassigned
      var number: Int
      static let schema = Schema<Counter>(
        "counter", Property("id", \.id), Property("number", \.number), make: Counter.init)
    }
    let store = try folder.store(
      kind, model: Model(version: 1, applicationID: 5, entities: [Counter.self]))
    let counters = [Int.max - 2, 5, .max - 2].map { Counter(number: $0) }
    try store.execute(BatchInsert(counters, returning: .status))
    let violation = try expectViolation {
      try store.execute(
        BatchUpdate(Counter.self, returning: .status).setting(\.number, to: \.number + 5))
    }
    #expect(violation.kind == .type)
    #expect(violation.entity == "Counter")
    #expect(violation.properties == ["number"])
    #expect(violation.rows == 2)
    #expect(violation.identity == 1)
    #expect(violation.value == "9.223372036854776e+18")
    #expect(try store.fetch(FetchRequest(Counter.self)).map(\.number) == [.max - 2, 5, .max - 2])
  }

  @Test(arguments: Kind.allCases)
  func `a batch insert counts the objects that violate a rule`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    var books = (1...20).map { Library.book($0, by: author) }
    for index in [3, 9, 15] { books[index].title = "" }
    books[18].pages = 0
    let violation = try expectViolation { try store.execute(BatchInsert(books, returning: .count)) }
    #expect(violation.kind == .rule("nonEmpty"))
    #expect(violation.properties == ["title"])
    #expect(violation.rows == 3)
    #expect(violation.identity == nil)
    #expect(try store.count(FetchRequest(Book.self)) == 0)
    for index in [3, 9, 15] { books[index].title = "Mended \(index)" }
    books[18].pages = 1
    let identities = try store.execute(BatchInsert(books, returning: .identities))
    #expect(identities.count == 20)
    #expect(try store.fetch(FetchRequest(Book.self)).map(\.id) == identities)
  }

  @Test(arguments: Kind.allCases)
  func `a batch upsert keeps identities and references to them`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 2)
    let shelved = Copy(
      book: Identity(rawValue: 1), shelf: 1, bought: .now,
      digest: try #require(Digest256(repeatElement(7, count: 32))), isLent: false, mark: nil)
    try store.insert(shelved)
    var books = (1...3).map { Library.book($0, by: author) }
    for index in books.indices { books[index].note = "new" }
    let key = CompoundKey<Book>.on(\.author, \.title)
    let kept = try store.execute(BatchInsert(books, onConflict: .keep(key), returning: .count))
    #expect(kept == 1)
    #expect(try store.count(FetchRequest(Book.self, where: \.note == "new")) == 1)
    var added = Library.book(4, by: author)
    added.note = "new"
    let updated = try store.execute(
      BatchInsert([added] + books, onConflict: .update(key), returning: .identities))
    #expect(updated.map(\.rawValue) == [4, 1, 2, 3])
    #expect(try store.count(FetchRequest(Book.self, where: \.note == "new")) == 4)
    #expect(try store.count(FetchRequest(Copy.self)) == 1)
  }

  @Test(arguments: Kind.allCases)
  func `a batch delete obeys delete rules and reports what denies it`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 5)
    let digest = try #require(Digest256(repeatElement(7, count: 32)))
    for number: Int64 in [2, 4, 4] {
      try store.insert(
        Copy(
          book: Identity(rawValue: number), shelf: 1, bought: .now, digest: digest, isLent: false,
          mark: nil))
    }
    let violation = try expectViolation {
      try store.execute(BatchDelete(Book.self, where: .all, returning: .count))
    }
    #expect(violation.kind == .reference(to: "Book"))
    #expect(violation.entity == "Copy")
    #expect(violation.properties == ["book"])
    #expect(violation.rows == 3)
    #expect(violation.identity == 2)
    #expect(try store.count(FetchRequest(Book.self)) == 5)
    let free = BatchDelete(
      Book.self, where: !.exists(Copy.self, via: \.book), returning: .identities)
    #expect(try store.execute(free).map(\.rawValue) == [1, 3, 5])
  }

  @Test(arguments: Kind.allCases)
  func `different requests can be kept in one collection`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 3)
    let requests: [any StoreRequest<Int>] = [
      BatchInsert([Library.book(9, by: author)], returning: .count),
      BatchUpdate(Author.self, returning: .count).setting(\.name, to: "Le Guin"),
      BatchDelete(Book.self, where: \.pages <= 200, returning: .count),
    ]
    let counts = try store.write { transaction throws(StoreError) in
      var counts: [Int] = []
      for request in requests { counts.append(try transaction.execute(request)) }
      return counts
    }
    #expect(counts == [1, 1, 2])
    #expect(try store.fetch(FetchRequest(Book.self)).map(\.pages) == [300, 900])
  }

  @Test(arguments: Kind.allCases)
  func `progress is reported, and a cancelled batch changes nothing`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    let books = (1...5000).map { number in
      var book = Library.book(1, by: author)
      book.title = "Book \(number)"
      return book
    }
    let seen = Mutex<[Int]>([])
    let inserting = RequestProgress { progress in seen.withLock { $0.append(progress.completed) } }
    #expect(try store.execute(BatchInsert(books, returning: .count), progress: inserting) == 5000)
    #expect(seen.withLock { $0 }.sorted() == seen.withLock { $0 })
    #expect(inserting.completed == 5000)
    let cancelling = RequestProgress { progress in
      if progress.completed > 1000 { progress.cancel() }
    }
    #expect(throws: StoreError.cancelled) {
      try store.execute(
        BatchUpdate(Book.self, returning: .count).setting(\.pages, to: 7), progress: cancelling)
    }
    #expect(cancelling.completed > 1000)
    #expect(try store.count(FetchRequest(Book.self, where: \.pages == 7)) == 0)
    let early = RequestProgress()
    early.cancel()
    #expect(throws: StoreError.cancelled) {
      try store.execute(
        BatchDelete(Book.self, where: .all, returning: .status), progress: early)
    }
    let more = RequestProgress { progress in if progress.completed > 500 { progress.cancel() } }
    #expect(throws: StoreError.cancelled) {
      try store.execute(
        BatchInsert(books, onConflict: .update(.on(\.author, \.title)), returning: .status),
        progress: more)
    }
    #expect(try store.count(FetchRequest(Book.self, where: \.edition > 1)) == 0)
  }
}
