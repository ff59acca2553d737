import Filesystem
import ObjectStore
import Synchronization
import Testing

/// Tests of writes that wait for another write, of this process or of another.
@Suite struct WaitingTests {
  let folder = StoreFolder()

  /// Runs `body` during a write of another thread through `store`.
  private func during(
    aWriteOf store: Store, _ body: () async throws -> Void
  ) async throws {
    let (isInside, isDone) = (Gate(), Gate())
    let writer = Task {
      try await store.write { _ in
        isInside.open()
        isDone.wait()
      }
    }
    while !isInside.isOpen { await Task.yield() }
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    isDone.open()
    try await writer.value
    try result.get()
  }

  @Test(arguments: Kind.allCases)
  func `a write of the same store is waited for, but not forever`(kind: Kind) async throws {
    let location: Store.Location =
      kind == .memory ? .memory : .file(folder.path + "/store.sqlite")
    let waits = Counts()
    let options = Store.Options(busyTimeout: .milliseconds(700)) { waits.increment() }
    let store = try Store(location, model: Library.model, options: options)
    try await during(aWriteOf: store) {
      let error = await BlockingThread.result {
        do throws(StoreError) {
          _ = try store.insert(Author(name: "Impatient", mentor: nil))
          return StoreError?.none
        } catch {
          return error
        }
      }
      guard case .busy = error else {
        Issue.record("the write ended with \(String(describing: error))")
        return
      }
    }
    #expect(waits.value == 1)
    try store.insert(Author(name: "Patient", mentor: nil))
    #expect(try store.count(FetchRequest(Author.self)) == 1)
  }

  @Test(arguments: [true, false])
  func `a wait ends when its task is canceled`(isSameStore: Bool) async throws {
    let path = folder.path + "/store.sqlite"
    let store = try Store(.file(path), model: Library.model)
    let other =
      isSameStore
      ? store
      : try Store(.file(path), model: Library.model, options: .init(busyTimeout: .seconds(3600)))
    try await during(aWriteOf: store) {
      let isWaiting = Gate()
      let task = Task {
        try await BlockingThread.result { () throws(StoreError) in
          isWaiting.open()
          try other.insert(Author(name: "Canceled", mentor: nil))
        }
      }
      while !isWaiting.isOpen { await Task.yield() }
      task.cancel()
      let result = await task.result
      #expect(throws: StoreError.cancelled) { try result.get() }
    }
    #expect(try store.count(FetchRequest(Author.self)) == 0)
  }

  @Test func `an asynchronous write hears a cancellation before its turn`() async throws {
    let store = try folder.store()
    try await during(aWriteOf: store) {
      let task = Task {
        try await store.write { transaction in
          _ = try transaction.insert(Author(name: "Canceled", mentor: nil))
        }
      }
      task.cancel()
      let result = await task.result
      #expect(throws: StoreError.cancelled) { try result.get() }
    }
    #expect(try store.count(FetchRequest(Author.self)) == 0)
  }

  @Test func `many reads at once leave no descriptors behind`() async throws {
    let store = try folder.store()
    _ = try Library.fill(store, books: 3)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<400 {
        group.addTask { try await store.read { try $0.count(FetchRequest(Book.self)) } }
      }
      for try await count in group { #expect(count == 3) }
    }
    #if os(Linux)
      let path = folder.path
      let descriptors = try Directory.open("/proc/self/fd")
      let open = try descriptors.entries().filter { number in
        (try? descriptors.linkTarget(number.string))?.string.hasPrefix(path) == true
      }
      // Up to eight readers and the writer, each with the file and its log, and the shared memory.
      #expect(open.count <= 30)
    #endif
  }
}

/// A counter that several threads share.
private final class Counts: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func increment() { count.add(1, ordering: .relaxed) }
}
