import Filesystem
import ObjectStore
import Testing

/// What happens to an object between reading it and saving an edit of it.
private enum Interference: CaseIterable {
  case changed, deleted, recreated, recreatedElsewhere, batchUpdated, byAnotherStore

  /// Changes the book in the store.
  func happen(to book: Book, in store: Store, other: Store) throws {
    switch self {
    case .changed: try Self.change(book, in: store)
    case .byAnotherStore: try Self.change(book, in: other)
    case .deleted: try store.delete(book.id)
    case .recreated, .recreatedElsewhere:
      try store.delete(book.id)
      var new = book
      if self == .recreatedElsewhere { new.id = Identity(rawValue: 77) }
      new.note = "theirs"
      try store.insert(new)
    case .batchUpdated:
      let update = BatchUpdate(Book.self, where: \.id == book.id, returning: .identities)
        .setting(\.note, to: "theirs")
      #expect(try store.execute(update) == [book.id])
    }
  }

  private static func change(_ book: Book, in store: Store) throws {
    var changed = book
    changed.note = "theirs"
    try store.update(changed)
  }
}

/// The policies, by name.
private enum Policy: CaseIterable {
  case fail, storeWins, editWins, merge

  var policy: EditPolicy<Book> {
    switch self {
    case .fail: .fail
    case .storeWins: .storeWins
    case .editWins: .editWins
    case .merge:
      .merge { conflict throws(StoreError) in
        guard var result = conflict.stored, let edited = conflict.edited else { return nil }
        result.pages = edited.pages + 1
        return result
      }
    }
  }
}

/// Edits that others have interfered with.
@Suite struct EditTests {
  let folder = StoreFolder()

  /// Returns a store with three books, another store of the same file, and the second book. In
  /// memory, both are the same store.
  private func filled(_ kind: Kind) throws -> (Store, Store, Book) {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 3)
    let book = try #require(try store.find(Identity<Book>(rawValue: 2)))
    return (store, kind == .file ? try folder.store() : store, book)
  }

  @Test(arguments: Kind.allCases, Policy.allCases)
  private func `a change meets what others have stored`(kind: Kind, policy: Policy) throws {
    for interference in Interference.allCases {
      let (store, other, book) = try filled(kind)
      defer { try? store.execute(BatchDelete(Author.self, where: .all, returning: .status)) }
      var edits = Edits(Book.self, onConflict: policy.policy)
      edits.change(book) { $0.pages = 500 }
      try interference.happen(to: book, in: store, other: other)
      let before = try store.fetch(FetchRequest(Book.self))
      if case .fail = policy {
        let error = #expect(throws: StoreError.self) { try store.execute(edits) }
        guard case .conflict(let conflict) = error else {
          Issue.record("\(interference): \(String(describing: error))")
          continue
        }
        #expect(conflict.identity == book.id.rawValue && conflict.expected == 1)
        #expect((conflict.found == nil) == (interference == .deleted))
        #expect(try store.fetch(FetchRequest(Book.self)) == before)
        continue
      }
      let saved = try store.execute(edits)
      #expect(saved.conflicts.count == 1, "\(interference)")
      let found = try store.first(FetchRequest(Book.self, where: \.title == book.title))
      switch (policy, interference) {
      case (.storeWins, _): #expect(try store.fetch(FetchRequest(Book.self)) == before)
      case (.merge, .deleted): #expect(found == nil)
      case (.editWins, .deleted):
        // The object is back, and copies of the deleted one are outdated.
        var expected = book
        (expected.pages, expected.edition) = (500, 2)
        #expect(found == expected)
      case (.editWins, _), (.merge, _):
        // Both changes are stored.
        #expect(found?.pages == (policy == .merge ? 501 : 500), "\(interference)")
        #expect(found?.note == "theirs", "\(interference)")
        let isElsewhere = interference == .recreatedElsewhere
        #expect(found?.id == (isElsewhere ? Identity(rawValue: 77) : book.id))
      case (.fail, _): break
      }
      #expect(try store.count(FetchRequest(Book.self, where: \.pages != 200)) >= 2)
    }
  }

  @Test(arguments: Kind.allCases, Policy.allCases)
  private func `a deletion meets what others have stored`(kind: Kind, policy: Policy) throws {
    for interference in Interference.allCases {
      let (store, other, book) = try filled(kind)
      defer { try? store.execute(BatchDelete(Author.self, where: .all, returning: .status)) }
      var edits = Edits(Book.self, onConflict: policy.policy)
      edits.delete(book)
      try interference.happen(to: book, in: store, other: other)
      let before = try store.fetch(FetchRequest(Book.self))
      let isGone = interference == .deleted || interference == .recreatedElsewhere
      switch policy {
      case .fail where !isGone:
        #expect(throws: StoreError.self) { try store.execute(edits) }
        #expect(try store.fetch(FetchRequest(Book.self)) == before)
      default:
        let saved = try store.execute(edits)
        // Both agree if the object is gone.
        #expect(saved.conflicts.count == (isGone ? 0 : 1), "\(interference)")
        let isDeleted = isGone || policy == .editWins || policy == .merge
        #expect((try store.find(book.id) == nil) == isDeleted, "\(interference) \(policy)")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `edits without a conflict are saved as one transaction`(kind: Kind) async throws {
    let (store, _, book) = try filled(kind)
    var edits = Edits(Book.self)
    let others = try store.fetch(FetchRequest(Book.self, where: \.pages > 200))
    edits.change(others) { $0.note = "new" }
    edits.delete(book)
    // The key of the deleted book is free for the new one.
    edits.insert(Book(author: book.author, title: book.title, pages: 7, binding: .paper))
    #expect(edits.count == 3)
    let saved = try await store.execute(edits)
    #expect(saved.conflicts == [])
    let inserted = try #require(saved.inserted.first)
    let new = try #require(try store.find(inserted))
    #expect(new.pages == 7)
    #expect(try store.fetch(FetchRequest(Book.self, where: \.note == "new")).map(\.edition) == [2])
    // Saved a second time, all of them conflict.
    let again = edits
    await #expect(throws: StoreError.self) { try await store.execute(again) }
  }

  @Test(arguments: Kind.allCases)
  func `edits whose saving failed can be saved again`(kind: Kind) async throws {
    let (store, _, book) = try filled(kind)
    var edits = Edits(Book.self)
    edits.change(book) { $0.pages = 600 }
    edits.insert(Book(author: Identity(rawValue: 2), title: "New", pages: 1, binding: .paper))
    // The author is missing.
    let violation = try expectViolation { try store.execute(edits) }
    #expect(violation.kind == .reference(to: "Author"))
    let unsaved = edits
    await #expect(throws: StoreError.self) { try await store.execute(unsaved) }
    #expect(try store.find(book.id) == book)
    // In a larger transaction, only the edits are undone.
    try saveBesides(edits, in: store)
    _ = try await store.execute(edits)
    #expect(try store.find(book.id)?.pages == 600)
    #expect(try store.count(FetchRequest(Book.self, where: \.title == "New")) == 1)
  }

  /// Fails to save edits in a transaction that also inserts the missing author.
  private func saveBesides(_ edits: Edits<Book>, in store: Store) throws {
    try store.write { transaction throws(StoreError) in
      do throws(StoreError) {
        _ = try transaction.execute(edits)
        Issue.record("the author is missing")
      } catch {}
      try transaction.insert(Author(id: Identity(rawValue: 2), name: "Late", mentor: nil))
    }
  }

  @Test(arguments: Kind.allCases)
  func `an entity without a version conflicts by its values`(kind: Kind) throws {
    let (store, _, book) = try filled(kind)
    let author = try #require(try store.find(book.author))
    var edits = Edits(Author.self)
    edits.change(author) { $0.name = "Mine" }
    var changed = author
    changed.name = "Theirs"
    try store.update(changed)
    #expect(throws: StoreError.self) { try store.execute(edits) }
    try store.update(author)
    _ = try store.execute(edits)
    #expect(try store.find(author.id)?.name == "Mine")
  }

  @Test func `a busy store keeps the edits`() throws {
    let (store, _, book) = try filled(.file)
    var edits = Edits(Book.self, onConflict: .editWins)
    edits.change(book) { $0.pages = 600 }
    let writer = try Store(
      .file(folder.path + "/store.sqlite"), model: Library.model,
      options: Store.Options(busyTimeout: .milliseconds(1)))
    let isBusy = try store.write { transaction throws(StoreError) in
      try transaction.update(book)
      do throws(StoreError) {
        _ = try writer.execute(edits)
        return false
      } catch {
        if case .busy = error { return true }
        throw error
      }
    }
    #expect(isBusy)
    #expect(try writer.execute(edits).conflicts.map(\.found) == [2])
    #expect(try store.find(book.id)?.pages == 600)
  }
}
