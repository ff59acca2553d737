import ObjectStore
import Testing

/// Snapshots that last over several reads.
@Suite struct ViewTests {
  let folder = StoreFolder()

  /// Reads the pages of all books in a view.
  private func pages(_ view: StoreView) throws -> [Int] {
    try view.read { snapshot throws(StoreError) in
      try snapshot.fetch(FetchRequest(Book.self, sortedBy: [.ascending(\.id)])).map(\.pages)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a view stays at its snapshot until it advances`(kind: Kind) throws {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 2)
    let view = try store.view()
    // The writers do not wait for the view.
    try store.insert(Library.book(3, by: author))
    let second = try store.view()
    try store.delete(Identity<Book>(rawValue: 1))
    #expect(try pages(view) == [100, 200])
    #expect(try pages(second) == [100, 200, 300])
    try view.advance()
    #expect(try pages(view) == [200, 300])
    #expect(try pages(second) == [100, 200, 300])
  }

  @Test(arguments: Kind.allCases)
  func `the identities of a batch refresh the objects of a view`(kind: Kind) async throws {
    let store = try await Store.open(
      kind == .memory ? .memory : .file(folder.path + "/store.sqlite"), model: Library.model)
    _ = try Library.fill(store, books: 4)
    let view = try store.view()
    // The batch runs on a connection of its own, which belongs to the same store in memory, too.
    let changed = try await store.execute(
      BatchUpdate(Book.self, where: \.pages > 200, returning: .identities)
        .setting(\.pages, to: \.pages + 1))
    #expect(try pages(view) == [100, 200, 300, 400])
    try view.advance()
    let refreshed = try view.read { snapshot throws(StoreError) in
      try snapshot.fetch(FetchRequest(Book.self, where: .isIn(\.id, changed))).map(\.pages)
    }
    #expect(refreshed == [301, 401])
  }

  @Test(arguments: Kind.allCases)
  func `a view of a closed store is an error`(kind: Kind) throws {
    var store: Store? = try folder.store(kind)
    let view = try #require(try store?.view())
    store = nil
    #expect(throws: StoreError.closed) { try pages(view) }
    #expect(throws: StoreError.closed) { try view.advance() }
    #expect(folder.names.allSatisfy { $0 == "store.sqlite" })
  }

  @Test(arguments: Kind.allCases)
  func `a view that is used inside its own read is an error`(kind: Kind) throws {
    let store = try folder.store(kind)
    let view = try store.view()
    try view.read { snapshot throws(StoreError) in
      #expect(throws: StoreError.nested) { try view.advance() }
      #expect(try snapshot.fetch(FetchRequest(Book.self)) == [])
    }
  }

  @Test func `a view of a migrated store cannot advance`() async throws {
    let store = try folder.store()
    let view = try store.view()
    let newer = Model(
      version: 4, applicationID: Library.applicationID,
      entities: [Author.self, Book.self, Copy.self],
      migrations: (2...4).map { Migration(to: $0) { _ in } })
    _ = try await Store.open(.file(folder.path + "/store.sqlite"), model: newer)
    #expect(try pages(view) == [])
    #expect(throws: StoreError.newerSchema(found: 4, known: 3)) { try view.advance() }
    #expect(throws: StoreError.closed) { try pages(view) }
  }
}
