import Testing

@testable import ObjectStore

/// Tests of the changes that SQLite's update hook does not report. Each is reported all the same,
/// or refused before it can occur, or makes everything unknown.
@Suite struct BlindSpotTests {
  let folder = StoreFolder()

  /// A label, whose table other programs define in ways that the hook cannot follow.
  struct Label: Entity, Equatable {
    var id: Identity<Label> = .unassigned
    var text: String

    static let schema = Schema<Label>(
      "label", Property("id", \.id), Property("text", \.text), make: Label.init,
      unique: [.on(\.text)])
  }

  @Test func `the truncation of a table is noticed`() async throws {
    // SQLite truncates no table with references.
    let model = Model(version: 1, applicationID: Library.applicationID, entities: [Label.self])
    let store = try folder.store(model: model)
    for number in 0..<3 { try store.insert(Label(text: "\(number)")) }
    var events = try store.changes(of: Label.self).makeAsyncIterator()
    try await store.write { transaction throws(StoreError) in
      try transaction.connection.execute("DELETE FROM label")
    }
    #expect(try await events.next() == .reset(.unrecorded))
    let identity = try store.insert(Label(text: "new"))
    #expect(try await events.next() == .changed(ChangedIdentities(inserted: [identity])))
  }

  @Test func `a batch that deletes everything does not truncate the table`() async throws {
    let store = try folder.store()
    _ = try Library.fill(store, books: 3)
    var events = try store.changes(of: Book.self).makeAsyncIterator()
    try await store.execute(BatchDelete(Book.self, where: .all, returning: .status))
    guard case .changed(let changed) = try await events.next() else {
      Issue.record("the deletions are missing")
      return
    }
    #expect(changed.deleted.map(\.rawValue) == [1, 2, 3])
  }

  @Test func `cascades are reported`() async throws {
    let store = try folder.store()
    let author = try Library.fill(store, books: 3)
    var events = try store.changes(of: Book.self, where: \.pages > 100).makeAsyncIterator()
    try store.delete(author)
    guard case .changed(let changed) = try await events.next() else {
      Issue.record("the deletions are missing")
      return
    }
    #expect(changed.deleted.map(\.rawValue) == [2, 3])
  }

  @Test func `an upsert deletes nothing`() async throws {
    let store = try folder.store()
    let author = try Library.fill(store, books: 2)
    var events = try store.changes(of: Book.self).makeAsyncIterator()
    try await store.execute(
      BatchInsert(
        [Library.book(2, by: author), Library.book(3, by: author)],
        onConflict: .update(.on(\.author, \.title)), returning: .status))
    guard case .changed(let changed) = try await events.next() else {
      Issue.record("the changes are missing")
      return
    }
    #expect(changed.updated.map(\.rawValue) == [2])
    #expect(changed.inserted.map(\.rawValue) == [3])
    #expect(changed.deleted.isEmpty)
  }

  @Test(arguments: [
    "CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL, UNIQUE (text)) WITHOUT ROWID",
    "CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL, "
      + "UNIQUE (text) ON CONFLICT REPLACE) STRICT",
    "CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL, UNIQUE (text)) STRICT; "
      + "CREATE TRIGGER other AFTER INSERT ON label BEGIN DELETE FROM label; END",
  ])
  func `a table that the hook cannot follow is refused`(definition: String) async throws {
    func model(_ version: Int, _ entity: any Entity.Type) -> Model {
      let migrations = [
        Migration(to: 2) { schema throws(StoreError) in
          try schema.execute("DROP TABLE label; \(definition)")
        }
      ]
      return Model(
        version: version, applicationID: Library.applicationID, entities: [entity],
        migrations: version == 1 ? [] : migrations)
    }
    _ = try folder.store(model: model(1, Label.self))
    let path = folder.path + "/store.sqlite"
    let error = await #expect(throws: StoreError.self) {
      try await Store.open(.file(path), model: model(2, Label.self))
    }
    guard case .schemaMismatch = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `what a failed batch has undone is not missed`() async throws {
    let store = try folder.store()
    let author = try Library.fill(store, books: 1)
    var events = try store.changes(of: Book.self).makeAsyncIterator()
    try await store.write { transaction throws(StoreError) in
      do throws(StoreError) {
        try transaction.execute(
          BatchInsert(
            [2, 3, 4, 4].map { Library.book($0, by: author) }, returning: .status))
      } catch {}
      try transaction.insert(Library.book(9, by: author))
    }
    guard case .changed(let changed) = try await events.next() else {
      Issue.record("the insertion is missing")
      return
    }
    #expect(changed.inserted.map(\.rawValue) == [2])
  }
}
