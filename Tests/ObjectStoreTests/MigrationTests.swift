import Filesystem
import ObjectStore
import Sandboxes
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct MigrationTests {
  let folder = StoreFolder()

  /// Copies the fixture with this version of the schema into the folder and returns its path.
  private func fixture(_ version: Int) throws -> String {
    let path = folder.path + "/store.sqlite"
    try FilePath.fixtures.appending("ObjectStore/library-v\(version).sqlite")
      .copyFile(to: FilePath(path))
    return path
  }

  @Test(arguments: [1, 2])
  func `a store of an older version is migrated`(version: Int) async throws {
    let path = try fixture(version)
    #expect(throws: StoreError.olderSchema(found: version, known: 3)) {
      try Store(.file(path), model: Library.model)
    }
    let steps = Mutex<[Migration.Progress]>([])
    let store = try await Store.open(.file(path), model: Library.model) { progress in
      steps.withLock { $0.append(progress) }
    }
    #expect(steps.withLock { $0.map(\.reached) } == Array(version...3))
    #expect(steps.withLock { $0.allSatisfy { $0.from == version && $0.to == 3 } })
    let books = try store.fetch(FetchRequest(Book.self, sortedBy: [.ascending(\.id)]))
    #expect(books.map(\.id.rawValue) == [1, 2, 7])
    #expect(books.map(\.title) == ["The Dispossessed", "Solaris", "Eden"])
    // Version 1 has no bindings. The step to version 2 sets `paper` for every book.
    #expect(books.map(\.binding) == [version == 1 ? .paper : .cloth, .paper, .paper])
    #expect(books.allSatisfy { $0.edition == 1 })
    #expect(try store.verify() == [])
    // The tables equal those of a new store: rules and references are enforced.
    await #expect(throws: StoreError.self) {
      try await store.execute(BatchUpdate(Book.self, returning: .status).setting(\.pages, to: 0))
    }
    #expect(try store.delete(Identity<Author>(rawValue: 2)))
    #expect(try store.count(FetchRequest(Book.self)) == 1)
    #expect(!folder.names.contains { $0.contains("before") || $0.contains("new") })
  }

  @Test func `a newer store is rejected, and the error states both versions`() async throws {
    let newer = Model(
      version: 4, applicationID: Library.applicationID,
      entities: [Author.self, Book.self, Copy.self],
      migrations: (2...4).map { Migration(to: $0) { _ in } })
    let path = folder.path + "/store.sqlite"
    let old = try folder.store()
    // A running program must stop writing when another one migrates the store.
    let store = try await Store.open(.file(path), model: newer)
    #expect(throws: StoreError.newerSchema(found: 4, known: 3)) {
      try old.insert(Author(name: "Late", mentor: nil))
    }
    #expect(throws: StoreError.newerSchema(found: 4, known: 3)) { try folder.store() }
    await #expect(throws: StoreError.newerSchema(found: 4, known: 3)) {
      try await Store.open(.file(path), model: Library.model)
    }
    #expect(try store.count(FetchRequest(Author.self)) == 0)
  }

  @Test func `a failed step keeps the previous version and the copy`() async throws {
    let path = try fixture(1)
    let migrations = [
      Library.firstMigration,
      Migration(to: 3) { schema throws(StoreError) in
        try schema.execute("DROP TABLE book; CREATE TABLE half (x)")
        try schema.execute("SELECT nonsense FROM nowhere")
      },
    ]
    let broken = Model(
      version: 3, applicationID: Library.applicationID, entities: [Author.self],
      migrations: migrations)
    await #expect(throws: StoreError.self) {
      try await Store.open(.file(path), model: broken)
    }
    #expect(folder.names.contains("store.sqlite.before"))
    let copy = try await Store.open(.file(path + ".before"), model: Library.model)
    #expect(try copy.count(FetchRequest(Book.self)) == 3)
    // With a corrected step, the migration continues from version 2.
    let steps = Mutex<[Int]>([])
    let store = try await Store.open(.file(path), model: Library.model) { progress in
      steps.withLock { $0.append(progress.reached) }
    }
    #expect(steps.withLock { $0 } == [2, 3])
    #expect(try store.count(FetchRequest(Book.self)) == 3)
  }

  @Test func `a migration that omits a column is rejected`() async throws {
    let path = try fixture(2)
    let forgetful = Model(
      version: 3, applicationID: Library.applicationID, entities: [Author.self],
      migrations: [Migration(to: 2) { _ in }, Migration(to: 3) { _ in }])
    let error = await #expect(throws: StoreError.self) {
      try await Store.open(.file(path), model: forgetful)
    }
    guard case .schemaMismatch(let mismatch) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(mismatch.entity == "Author")
    #expect(mismatch.missing.contains("mentor integer references author on delete set null"))
  }

  @Test func `concurrent openings migrate only once`() async throws {
    let path = try fixture(1)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let store = try await Store.open(.file(path), model: Library.model)
          return try store.count(FetchRequest(Book.self))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 3, count: 6))
  }
}
