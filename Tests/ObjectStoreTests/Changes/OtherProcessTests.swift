import Filesystem
import ObjectStore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of a listener while other processes change the store, or something changes its file.
@Suite struct OtherProcessTests {
  let folder = StoreFolder()

  /// Inserts an author with this name in another process.
  private static func insert(_ name: String, at path: String) async {
    await #expect(processExitsWith: .success) { [path = path as String, name = name as String] in
      let store = try Store(.file(path + "/store.sqlite"), model: Library.model)
      _ = try await store.write { transaction throws(StoreError) in
        try transaction.insert(Author(name: name, mentor: nil))
      }
    }
  }

  @Test func `a commit of another process is a reset`() async throws {
    let store = try folder.store()
    var events = try store.changes(of: Author.self).makeAsyncIterator()
    await Self.insert("Elsewhere", at: folder.path)
    #expect(try await events.next() == .reset(.otherProcess))
    let identity = try store.insert(Author(name: "Here", mentor: nil))
    #expect(try await events.next() == .changed(ChangedIdentities(inserted: [identity])))
  }

  @Test func `a commit of another process is told before the own one that follows`() async throws {
    let store = try folder.store()
    var events = try store.changes(of: Author.self).makeAsyncIterator()
    for number in 0..<3 {
      await Self.insert("Elsewhere \(number)", at: folder.path)
      let identity = try store.insert(Author(name: "Here \(number)", mentor: nil))
      #expect(try await events.next() == .reset(.otherProcess))
      #expect(try await events.next() == .changed(ChangedIdentities(inserted: [identity])))
    }
  }

  @Test func `many commits of this process are no commits of others`() async throws {
    let (store, other) = (try folder.store(), try folder.store())
    var events = try store.changes(of: Author.self).makeAsyncIterator()
    var identities: [Identity<Author>] = []
    for number in 0..<60 {
      identities.append(
        try (number.isMultiple(of: 3) ? other : store).insert(
          Author(name: "\(number)", mentor: nil)))
      usleep(1000)
    }
    for identity in identities {
      #expect(try await events.next() == .changed(ChangedIdentities(inserted: [identity])))
    }
  }

  #if os(Linux)
    @Test func `listeners that come and go share one thread`() async throws {
      let path = folder.path
      await #expect(processExitsWith: .success) { [path = path as String] in
        let store = try Store(.file(path + "/store.sqlite"), model: Library.model)
        // Each begins while the thread of the first one sleeps.
        for _ in 0..<50 { _ = try store.changes(of: Author.self) }
        let threads = try FilePath("/proc/self/task").entries().count
        #expect(threads < 25)
      }
    }
  #endif

  @Test func `a live result has what another process has committed`() async throws {
    let store = try folder.store()
    try store.insert(Author(name: "B", mentor: nil))
    let result = try store.liveResult(
      of: FetchRequest(Author.self, sortedBy: [.ascending(\.name)]))
    await Self.insert("A", at: folder.path)
    guard case .positions(let changes) = try await result.next(),
      case .inserted(let author, at: 0) = changes.first, changes.count == 1
    else {
      Issue.record("the insertion is missing")
      return
    }
    #expect(author.name == "A")
    // Without waiting, too.
    await Self.insert("C", at: folder.path)
    #expect(try result.update() != nil)
    #expect(result.objects.map(\.name) == ["A", "B", "C"])
  }

  @Test func `a live result catches up with several processes`() async throws {
    let store = try folder.store()
    let result = try store.liveResult(
      of: FetchRequest(Author.self, sortedBy: [.descending(\.name)]))
    let path = folder.path
    async let first: Void = Self.insert("first", at: path)
    async let second: Void = Self.insert("second", at: path)
    _ = await (first, second)
    for number in 0..<20 { try store.insert(Author(name: "\(number)", mentor: nil)) }
    while result.count < 22 { _ = try await result.next() }
    let fresh = try store.fetch(FetchRequest(Author.self, sortedBy: [.descending(\.name)]))
    #expect(result.objects == fresh)
  }

  @Test(arguments: [true, false])
  func `a store that is removed or replaced ends the changes`(isReplaced: Bool) async throws {
    let store = try folder.store()
    let path = folder.path + "/store.sqlite"
    var events = try store.changes(of: Author.self).makeAsyncIterator()
    let result = try store.liveResult(of: FetchRequest(Author.self))
    if isReplaced {
      _ = try folder.store(name: "other.sqlite")
      let code = unsafe rename(folder.path + "/other.sqlite", path)
      #expect(code == 0)
    } else {
      let code = unsafe unlink(path)
      #expect(code == 0)
    }
    await #expect(throws: StoreError.replaced(path: path)) { _ = try await result.next() }
    await #expect(throws: StoreError.replaced(path: path)) { _ = try await events.next() }
    #expect(throws: StoreError.replaced(path: path)) { try result.update() }
  }

  @Test func `a store that is emptied ends the changes`() async throws {
    let store = try folder.store()
    var events = try store.changes(of: Author.self).makeAsyncIterator()
    let code = unsafe truncate(folder.path + "/store.sqlite", 0)
    #expect(code == 0)
    let error = await #expect(throws: StoreError.self) { _ = try await events.next() }
    guard case .notADatabase = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a store that a newer program has migrated ends a live result`() async throws {
    let store = try folder.store()
    let result = try store.liveResult(of: FetchRequest(Author.self))
    let newer = Model(
      version: 4, applicationID: Library.applicationID,
      entities: [Author.self, Book.self, Copy.self],
      migrations: [2, 3, 4].map { Migration(to: $0) { _ in } })
    _ = try await Store.open(.file(folder.path + "/store.sqlite"), model: newer)
    await #expect(throws: StoreError.newerSchema(found: 4, known: 3)) {
      _ = try await result.next()
    }
  }
}
