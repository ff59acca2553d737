import Filesystem
import ObjectStore
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of how callers use a store: their own errors, tasks, lazy sequences, and several stores on
/// one file.
@Suite struct CallerTests {
  let folder = StoreFolder()

  /// An error of the caller's own.
  struct Refusal: Error, Equatable { var reason = "no" }

  @Test(arguments: Kind.allCases)
  func `an error of the caller's own leaves a transaction`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 2)
    #expect(throws: Refusal()) {
      try store.write { transaction in
        try transaction.insert(Author(name: "Nobody", mentor: nil))
        guard try transaction.count(FetchRequest(Author.self)) < 2 else { throw Refusal() }
      }
    }
    #expect(try store.count(FetchRequest(Author.self)) == 1)
    #expect(throws: Refusal(reason: "read")) {
      try store.read { snapshot in
        try snapshot.forEach(FetchRequest(Book.self)) { book in
          if book.pages > 100 { throw Refusal(reason: "read") }
        }
      }
    }
    #expect(throws: StoreError.self) {
      try store.write { transaction in
        let book = try transaction.first(FetchRequest(Book.self))
        try transaction.insert(Library.book(1, by: book?.author ?? .unassigned))
      }
    }
    let titles = try store.read { snapshot in
      try snapshot.fetch(FetchRequest(Book.self)).map(\.title)
    }
    #expect(titles == ["Book 1", "Book 2"])
  }

  @Test(arguments: Kind.allCases)
  func `a task reads and writes without occupying a thread of the pool`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let author = try await store.write { transaction in
      try transaction.insert(Author(name: "Ursula", mentor: nil))
    }
    // Each write waits for the others. More of them than the pool has threads would stop every
    // task, also the one that ends the first write.
    let gate = Gate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await store.write { _ in gate.wait() } }
      for number in 1...40 {
        group.addTask {
          try await store.write { transaction in
            _ = try transaction.insert(Library.book(number, by: author))
          }
        }
      }
      group.addTask {
        try await Task.sleep(for: .milliseconds(20))
        gate.open()
      }
      try await group.waitForAll()
    }
    let count = try await store.read { try $0.count(FetchRequest(Book.self)) }
    #expect(count == 40)
    let changed = try await store.execute(
      BatchUpdate(Book.self, returning: .count).setting(\.note, to: "seen"))
    #expect(changed == 40)
    await #expect(throws: Refusal()) {
      try await store.write { transaction in
        try transaction.delete(author)
        throw Refusal()
      }
    }
    #expect(try store.count(FetchRequest(Author.self)) == 1)
  }

  @Test(arguments: Kind.allCases)
  func `cancelling a task rolls its write back`(kind: Kind) async throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    let (isInside, gate) = (Gate(), Gate())
    let task = Task {
      try await store.write { transaction in
        _ = try transaction.insert(Library.book(1, by: author))
        isInside.open()
        gate.wait()
        _ = try transaction.insert(Library.book(2, by: author))
      }
    }
    // The cancellation comes while no statement is running that it could interrupt.
    while !isInside.isOpen { await Task.yield() }
    task.cancel()
    gate.open()
    let result = await task.result
    #expect(throws: StoreError.cancelled) { try result.get() }
    #expect(try store.count(FetchRequest(Book.self)) == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a lazy sequence makes its objects during the batch`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    let counter = Counter()
    let request = BatchInsert(
      (1...300).lazy.map { number in
        counter.increment()
        return Library.book(number % 200 + 1, by: author)
      }, onConflict: .keep(.on(\.author, \.title)), returning: .count)
    #expect(counter.value == 0)
    #expect(try store.execute(request) == 200)
    #expect(counter.value == 300)
    // The request makes the objects again when it runs again.
    #expect(try store.execute(request) == 0)
    #expect(counter.value == 600)
  }

  @Test(arguments: Kind.allCases)
  func `the caller can state the total of a batch`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    let shares = Mutex<[Double]>([])
    let progress = RequestProgress(total: 1000) { progress in
      guard let total = progress.total else { return }
      shares.withLock { $0.append(Double(progress.completed) / Double(total)) }
    }
    let books = (1...199).map { Library.book($0, by: author) }
    try store.execute(BatchInsert(books, returning: .status), progress: progress)
    #expect(progress.total == 1000)
    #expect(shares.withLock { $0.last } == 0.199)
  }

  @Test func `a second store on the file observes the first, in commit order`() throws {
    let first = try folder.store()
    let second = try folder.store()
    let other = try folder.store(name: "other.sqlite")
    let seen = Mutex<[Int64]>([])
    let errors = Mutex<[StoreError]>([])
    do {
      let observation = second.observe { changes in
        let identities = changes.identities(of: Author.self, .inserted).map(\.rawValue)
        seen.withLock { $0 += identities }
        // Whichever store wrote, a write by its observer would wait for itself.
        do throws(StoreError) { try second.insert(Author(name: "Never", mentor: nil)) } catch {
          errors.withLock { $0.append(error) }
        }
      }
      for number in 1...20 {
        try (number.isMultiple(of: 2) ? first : second)
          .insert(Author(name: "Author \(number)", mentor: nil))
      }
      try other.insert(Author(name: "In another file", mentor: nil))
      withExtendedLifetime(observation) {}
    }
    try first.insert(Author(name: "Unobserved", mentor: nil))
    #expect(seen.withLock { $0 } == Array(1...20))
    #expect(errors.withLock { $0 } == Array(repeating: .nested, count: 20))
  }

  @Test func `the log becomes short again after a long read`() throws {
    let store = try folder.store()
    let author = try Library.fill(store, books: 0)
    let log = FilePath(folder.path + "/store.sqlite-wal")
    try store.read { snapshot in
      #expect(try snapshot.count(FetchRequest(Book.self)) == 0)
      for round in 1...12 {
        let books = (0..<100).map { number in
          var book = Library.book(1, by: author)
          book.title = "\(round) \(number)"
          book.note = String(repeating: "long ", count: 4000)
          return book
        }
        try store.execute(BatchInsert(books, returning: .status))
      }
      #expect(try log.contents(limit: 1 << 30).count > 20_000_000)
    }
    for _ in 1...3 {
      try store.execute(
        BatchUpdate(Author.self, returning: .status).setting(\.name, to: "Ursula"))
    }
    #expect(try log.contents(limit: 1 << 30).count <= 8 << 20)
  }
}

/// A number that closures of any thread can increment.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  var value: Int { number.load(ordering: .relaxed) }
  func increment() { number.add(1, ordering: .relaxed) }
}

/// A gate at which a thread waits until another one opens it.
final class Gate: Sendable {
  private let state = Atomic(false)
  var isOpen: Bool { state.load(ordering: .acquiring) }
  func open() { state.store(true, ordering: .releasing) }
  func wait() { while !isOpen { usleep(1000) } }
}
