import ObjectStore
import Testing

/// Tests of results that stay up to date and report changes by position.
@Suite struct LiveResultTests {
  let folder = StoreFolder()

  /// Returns the changes of an update in short words, such as `+2 -0 1>3 ~4`.
  private func words<E>(_ update: ResultUpdate<E>?) -> String {
    switch update {
    case nil: "nothing"
    case .reloaded: "reloaded"
    case .positions(let changes):
      changes.map { change in
        switch change {
        case .inserted(_, let position): "+\(position)"
        case .deleted(_, let position): "-\(position)"
        case .moved(_, let from, let to): "\(from)>\(to)"
        case .updated(_, let position): "~\(position)"
        }
      }.joined(separator: " ")
    }
  }

  /// Sets the pages of one book.
  private func setPages(_ identity: Int64, _ pages: Int, in store: Store) throws {
    try store.execute(
      BatchUpdate(
        Book.self, where: \.id == Identity(rawValue: identity), returning: .status
      ).setting(\.pages, to: pages))
  }

  @Test(arguments: Kind.allCases)
  func `changes are reported by position`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 4)
    let result = try store.liveResult(
      of: FetchRequest(Book.self, where: \.pages < 1000, sortedBy: [.descending(\.pages)]))
    #expect(result.objects.map(\.pages) == [400, 300, 200, 100])
    #expect(words(try result.update()) == "nothing")
    try store.insert(Library.book(5, by: author).with(title: "New"))
    #expect(words(try result.update()) == "+0")
    try setPages(5, 150, in: store)
    #expect(words(try result.update()) == "0>3")
    try setPages(4, 410, in: store)
    #expect(words(try result.update()) == "~0")
    try setPages(4, 2000, in: store)
    #expect(words(try result.update()) == "-0")
    try store.insert(Author(name: "Nobody", mentor: nil))
    #expect(words(try result.update()) == "nothing")
    #expect(result.objects.map(\.pages) == [300, 200, 150, 100])
    #expect(result[2].title == "New")
    #expect(result.position(of: Identity(rawValue: 5)) == 2)
    #expect(result.position(of: Identity(rawValue: 4)) == nil)
  }

  @Test(arguments: Kind.allCases)
  func `equal objects are in the order of their identities`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 3)
    let result = try store.liveResult(
      of: FetchRequest(Book.self, sortedBy: [.ascending(\.binding)]))
    try store.delete(Identity<Book>(rawValue: 2))
    #expect(words(try result.update()) == "-1")
    try store.insert(
      Book(
        id: Identity(rawValue: 2), author: Identity(rawValue: 1), title: "Back", pages: 1,
        price: nil, binding: .paper, note: nil))
    #expect(words(try result.update()) == "+1")
    #expect(result.identities.map(\.rawValue) == [1, 2, 3])
  }

  @Test(arguments: Kind.allCases)
  func `a limit lets in what follows`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 6)
    let result = try store.liveResult(
      of: FetchRequest(Book.self, sortedBy: [.ascending(\.pages)], limit: 3))
    try store.delete(Identity<Book>(rawValue: 2))
    #expect(words(try result.update()) == "-1 +2")
    try setPages(6, 150, in: store)
    #expect(words(try result.update()) == "-2 +1")
    try setPages(5, 5000, in: store)
    #expect(words(try result.update()) == "nothing")
    #expect(result.objects.map(\.pages) == [100, 150, 300])
  }

  @Test(arguments: Kind.allCases)
  func `an offset moves with the objects before it`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 6)
    let result = try store.liveResult(
      of: FetchRequest(Book.self, sortedBy: [.ascending(\.pages)], limit: 2, offset: 2))
    try store.delete(Identity<Book>(rawValue: 1))
    #expect(words(try result.update()) == "-0 +1")
    #expect(result.objects.map(\.pages) == [400, 500])
  }

  @Test(arguments: Kind.allCases)
  func `criteria and conditions on other objects are followed`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 1)
    let other = try store.insert(Author(name: "Ann", mentor: nil))
    let result = try store.liveResult(
      of: FetchRequest(
        Author.self, where: .exists(Book.self, via: \.author),
        sortedBy: [.descending(.count(of: Book.self, via: \.author))]))
    #expect(result.identities == [author])
    try store.insert(Library.book(2, by: other))
    #expect(words(try result.update()) == "+1")
    try store.insert(Library.book(3, by: other))
    #expect(words(try result.update()) == "1>0")
    try store.execute(BatchDelete(Book.self, where: \.author == author, returning: .status))
    #expect(words(try result.update()) == "-1")
  }

  @Test(arguments: Kind.allCases)
  func `a change of very many objects reloads the result`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 1)
    let result = try store.liveResult(of: FetchRequest(Book.self, sortedBy: [.ascending(\.title)]))
    let many = (0..<1500).map { Library.book(1, by: author).with(title: "\($0)") }
    try store.execute(BatchInsert(many, returning: .status))
    #expect(words(try result.update()) == "reloaded")
    #expect(result.count == 1501)
    // They keep their places, so this is told object by object.
    try store.execute(BatchUpdate(Book.self, returning: .status).setting(\.note, to: "n"))
    guard case .positions(let changes) = try result.update() else {
      Issue.record("the updates are missing")
      return
    }
    #expect(changes.count == 1501)
    #expect(result[700].note == "n")
  }

  @Test(arguments: Kind.allCases)
  func `an update that changes no value is not reported`(kind: Kind) throws {
    let store = try folder.store(kind)
    try store.insert(Author(name: "Ursula", mentor: nil))
    let result = try store.liveResult(of: FetchRequest(Author.self))
    try store.execute(BatchUpdate(Author.self, returning: .status).setting(\.name, to: "Ursula"))
    #expect(words(try result.update()) == "nothing")
  }

  @Test(arguments: Kind.allCases)
  func `a result waits for what concerns it`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 2)
    let result = try store.liveResult(of: FetchRequest(Book.self, where: \.pages > 150))
    try store.insert(Author(name: "Nobody", mentor: nil))
    try setPages(1, 10, in: store)
    let writer = Task.detached {
      _ = try await store.write { transaction throws(StoreError) in
        try transaction.insert(Library.book(9, by: author))
      }
    }
    #expect(words(try await result.next()) == "+1")
    try await writer.value
  }

  @Test(arguments: Kind.allCases)
  func `a result keeps its store, and lets it go`(kind: Kind) async throws {
    var store: Store? = try folder.store(kind)
    weak let closed = store
    var result = try store?.liveResult(of: FetchRequest(Author.self))
    try store?.insert(Author(name: "Ursula", mentor: nil))
    store = nil
    #expect(words(try result?.update()) == "+0")
    #expect(closed != nil)
    result = nil
    #expect(closed == nil)
    if kind == .file { #expect(folder.names == ["store.sqlite"]) }
  }

  @Test(arguments: Kind.allCases)
  func `a result cannot be read inside a write or an observer`(kind: Kind) throws {
    let store = try folder.store(kind)
    try store.write { transaction throws(StoreError) in
      #expect(throws: StoreError.nested) {
        try store.liveResult(of: FetchRequest(Author.self))
      }
      try transaction.insert(Author(name: "Ursula", mentor: nil))
    }
  }

  @Test func `a waiting result ends when its task is canceled`() async throws {
    let store = try folder.store()
    let task = Task {
      let result = try store.liveResult(of: FetchRequest(Author.self))
      _ = try await result.next()
    }
    await Task.yield()
    task.cancel()
    let result = await task.result
    #expect(throws: StoreError.cancelled) { try result.get() }
  }

  @Test(arguments: Kind.allCases)
  func `an object is followed by itself`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 2)
    var values = try store.values(of: Identity<Book>(rawValue: 1)).makeAsyncIterator()
    #expect(try await values.next()??.pages == 100)
    try setPages(2, 7, in: store)
    try setPages(1, 9, in: store)
    #expect(try await values.next()??.pages == 9)
    try store.delete(Identity<Book>(rawValue: 1))
    #expect(try await values.next() == .some(nil))
    var book = Library.book(1, by: author)
    book.id = Identity(rawValue: 1)
    try store.insert(book)
    #expect(try await values.next()??.pages == 100)
  }
}
