import ObjectStore
import Synchronization
import Testing

@Suite struct StreamTests {
  let folder = StoreFolder()

  /// Returns a store with one author of `count` books.
  private func filled(_ kind: Kind, _ count: Int) throws -> Store {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    let books = (1...count).map { number in
      var book = Library.book(1, by: author)
      book.title = "Book \(number)"
      book.pages = number % 20_000 + 1
      return book
    }
    try store.execute(BatchInsert(books, returning: .status))
    return store
  }

  @Test(arguments: Kind.allCases)
  func `batches deliver every object in order`(kind: Kind) async throws {
    let store = try filled(kind, 2500)
    let stream = store.stream(FetchRequest(Book.self), batchSize: 1000, countsFirst: true)
    var sizes: [Int] = []
    var identities: [Int64] = []
    for try await books in stream {
      sizes.append(books.count)
      identities += books.map(\.id.rawValue)
    }
    #expect(sizes == [1000, 1000, 500])
    #expect(identities == Array(1...2500))
    #expect(stream.progress.total == 2500)
    #expect(stream.progress.completed == 2500)
    #expect(!stream.progress.isCancelled)
    // A limit and an offset count, too.
    let part = store.stream(
      FetchRequest(Book.self, limit: 600, offset: 2000), countsFirst: true)
    let count = try await part.reduce(into: 0) { $0 += $1.count }
    #expect(count == 500 && part.progress.total == 500)
  }

  /// Used batches are refilled, which must not affect a copy that the loop keeps.
  @Test(arguments: Kind.allCases, [false, true])
  func `a retained batch does not change`(kind: Kind, isSlow: Bool) async throws {
    let store = try filled(kind, 999)
    var kept: [[Book]] = []
    var sum = 0
    for try await books in store.stream(FetchRequest(Book.self), batchSize: 10) {
      if isSlow { for _ in 0..<5 { await Task.yield() } }
      if books[0].id.rawValue % 3 == 1 { kept.append(books) }
      sum += books.reduce(0) { $0 + $1.pages }
    }
    let all = try store.fetch(FetchRequest(Book.self))
    #expect(sum == all.reduce(0) { $0 + $1.pages })
    #expect(kept.last?.count == 9)
    for books in kept {
      let first = Int(books[0].id.rawValue) - 1
      #expect(books == Array(all[first..<first + books.count]))
    }
    #expect(kept.count == 34)
  }

  @Test(arguments: Kind.allCases)
  func `objects are delivered one by one`(kind: Kind) async throws {
    let store = try filled(kind, 700)
    var sum = 0
    for try await book in store.stream(
      FetchRequest(Book.self, where: \.pages <= 600), batchSize: 64
    )
    .objects {
      sum += book.pages
    }
    #expect(sum == 600 * 601 / 2 - 1)
  }

  @Test(arguments: Kind.allCases)
  func `a stream reads one snapshot, and its reader may write`(kind: Kind) async throws {
    let store = try filled(kind, 2000)
    var count = 0
    for try await books in store.stream(FetchRequest(Book.self), batchSize: 100) {
      count += books.count
      try await store.execute(
        BatchDelete(Book.self, where: \.id == books[0].id, returning: .status))
      try store.insert(Author(name: "Author \(count)", mentor: nil))
    }
    #expect(count == 2000)
    #expect(try store.count(FetchRequest(Book.self)) == 1980)
    #expect(try store.count(FetchRequest(Author.self)) == 21)
  }

  @Test func `a slow reader applies back pressure`() async throws {
    let store = try filled(.file, 20_000)
    let stream = store.stream(FetchRequest(Book.self), batchSize: 100)
    var iterator = stream.makeAsyncIterator()
    _ = try await iterator.next()
    for _ in 0..<200 { await Task.yield() }
    // The limit is one batch in use, four in the queue, and one being filled, plus one to spare.
    #expect(stream.progress.completed <= 700)
    var count = 100
    while let books = try await iterator.next() { count += books.count }
    #expect(count == 20_000)
  }

  @Test(arguments: Kind.allCases)
  func `cancelling ends a stream, even before its first result`(kind: Kind) async throws {
    let store = try filled(kind, 20_000)
    let scan = store.stream(FetchRequest(Book.self), batchSize: 10)
    await #expect(throws: StoreError.cancelled) {
      for try await _ in scan { scan.progress.cancel() }
    }
    // The query matches no book, so the cancellation comes before its first result, unless the
    // query finishes first.
    let endless = store.stream(
      FetchRequest(
        Book.self,
        where: .related(\.author, .count(of: Book.self, via: \.author, where: \.pages != 0) < 0)
          || .count(of: Copy.self, via: \.book) > 1, sortedBy: [.descending(\.title)]))
    let task = Task {
      do throws(StoreError) {
        for try await _ in endless {}
        return StoreError?.none
      } catch { return error }
    }
    task.cancel()
    let error = await task.value
    #expect(error == .cancelled || error == nil)
    #expect(try store.count(FetchRequest(Book.self)) == 20_000)
  }

  @Test func `leaving the loop stops reading`() async throws {
    let store = try filled(.file, 20_000)
    let stream = store.stream(FetchRequest(Book.self), batchSize: 50)
    for try await _ in stream { break }
    for _ in 0..<200 { await Task.yield() }
    #expect(stream.progress.completed < 20_000)
  }

  @Test(arguments: Kind.allCases)
  func `a stream can be iterated again`(kind: Kind) async throws {
    let store = try filled(kind, 2500)
    let stream = store.stream(FetchRequest(Book.self), batchSize: 100, countsFirst: true)
    for _ in 1...2 {
      for try await _ in stream { break }
      var count = 0
      for try await books in stream { count += books.count }
      #expect(count == 2500)
      #expect(stream.progress.completed == 2500)
      #expect(stream.progress.total == 2500)
    }
    async let one = stream.reduce(into: 0) { $0 += $1.count }
    async let other = stream.reduce(into: 0) { $0 += $1.count }
    let counts = try await [one, other]
    #expect(counts == [2500, 2500])
    // A cancellation of the stream's progress ends later iterations too.
    stream.progress.cancel()
    await #expect(throws: StoreError.cancelled) { for try await _ in stream {} }
  }

  @Test(arguments: Kind.allCases)
  func `several streams run alongside a writer`(kind: Kind) async throws {
    let store = try filled(kind, 3000)
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var count = 0
          for try await books in store.stream(FetchRequest(Book.self), batchSize: 128) {
            count += books.count
          }
          return count
        }
      }
      for number in 0..<20 { try store.insert(Author(name: "Author \(number)", mentor: nil)) }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == [3000, 3000, 3000, 3000])
  }

  @Test func `different streams can be kept in one collection`() async throws {
    let store = try filled(.memory, 100)
    let sources: [any AsyncSequence<[Book], StoreError>] = [
      store.stream(FetchRequest(Book.self, where: \.pages <= 50), batchSize: 7),
      store.stream(FetchRequest(Book.self), batchSize: 10),
    ]
    var count = 0
    for source in sources {
      for try await books in source { count += books.count }
    }
    #expect(count == 149)
  }
}
