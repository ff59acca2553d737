import ObjectStore
import Testing

@Suite struct FetchRequestTests {
  let folder = StoreFolder()

  /// A predicate, and the page counts of the books that it must match, among ten books of 100 to
  /// 1,000 pages.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let predicate: Filter<Book>
    let pages: [Int]
  }

  /// The predicates to test.
  static let rows: [Row] = [
    Row(testDescription: "equal", predicate: \.pages == 300, pages: [300]),
    Row(
      testDescription: "not equal", predicate: \.pages != 300 && \.pages < 500,
      pages: [100, 200, 400]),
    Row(testDescription: "between", predicate: 300...500 ~= \.pages, pages: [300, 400, 500]),
    Row(testDescription: "in", predicate: .isIn(\.pages, [100, 900, 55]), pages: [100, 900]),
    Row(testDescription: "in an empty list", predicate: .isIn(\.pages, []), pages: []),
    Row(testDescription: "nil", predicate: \.note == nil && \.pages <= 300, pages: [100, 300]),
    Row(testDescription: "is nil", predicate: .isNil(\.note) && \.pages <= 300, pages: [100, 300]),
    Row(testDescription: "not nil", predicate: \.note != nil && \.pages <= 300, pages: [200]),
    Row(
      testDescription: "inequality includes nil", predicate: \.note != "even" && \.pages < 400,
      pages: [100, 300]),
    Row(
      testDescription: "negation", predicate: !(\.note == "even") && \.pages < 400,
      pages: [100, 300]),
    Row(
      testDescription: "negation of a comparison with nil",
      predicate: !(\.price > 1.0) && \.pages < 200,
      pages: [100]),
    Row(testDescription: "or", predicate: \.pages == 100 || \.pages >= 1000, pages: [100, 1000]),
    Row(testDescription: "prefix", predicate: .hasPrefix(\.title, "Book 1"), pages: [100, 1000]),
    Row(
      testDescription: "prefix with a wildcard", predicate: .hasPrefix(\.title, "Book *"), pages: []
    ),
    Row(testDescription: "contains", predicate: .contains(\.title, "k 7"), pages: [700]),
    Row(
      testDescription: "contains, in an optional text",
      predicate: .contains(\.note, "ven") && \.pages < 400, pages: [200]),
    Row(
      testDescription: "prefix of an optional text",
      predicate: .hasPrefix(\.note, "ev") && \.pages < 400, pages: [200]),
    Row(testDescription: "enumeration", predicate: \.binding == .cloth, pages: []),
    Row(testDescription: "expression", predicate: \.pages + 100 == 300, pages: [200]),
    Row(
      testDescription: "coalesce", predicate: .coalesce(\.note, "odd") == "odd" && \.pages < 400,
      pages: [100, 300]),
    Row(
      testDescription: "related",
      predicate: .related(\.author, \.name == "Ursula") && \.pages < 200, pages: [100]),
    Row(
      testDescription: "not related", predicate: .related(\.author, \.name == "Nobody"), pages: []),
    Row(testDescription: "text is bound", predicate: \.title == "' OR 1 --", pages: []),
  ]

  @Test(arguments: Kind.allCases, rows)
  func `a predicate finds the matching objects`(kind: Kind, row: Row) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 10)
    let found = try store.read { snapshot throws(StoreError) in
      try snapshot.fetch(FetchRequest(where: row.predicate, sortedBy: [.ascending(\.pages)]))
    }
    #expect(found.map(\.pages) == row.pages)
  }

  @Test(arguments: Kind.allCases)
  func `predicates can query related objects`(kind: Kind) throws {
    let store = try folder.store(kind)
    let mentor = try Library.fill(store, books: 3)
    try store.write { transaction throws(StoreError) in
      let pupil = try transaction.insert(Author(name: "Pupil", mentor: mentor))
      try transaction.insert(Library.book(9, by: pupil))
      try transaction.insert(Author(name: "Idle", mentor: mentor))
    }
    let names = { (predicate: Filter<Author>) throws(StoreError) -> [String] in
      try store.read { snapshot throws(StoreError) in
        try snapshot.fetch(FetchRequest(where: predicate, sortedBy: [.ascending(\.name)])).map(
          \.name)
      }
    }
    #expect(try names(.count(of: Book.self, via: \.author) >= 1) == ["Pupil", "Ursula"])
    #expect(
      try names(.count(of: Book.self, via: \.author, where: \.pages > 100) == 2) == ["Ursula"])
    #expect(try names(.sum(of: \Book.pages, via: \.author) == 900) == ["Pupil"])
    #expect(try names(.sum(of: \Book.pages, via: \.author) == 0) == ["Idle"])
    #expect(try names(!.exists(Book.self, via: \.author)) == ["Idle"])
    #expect(
      try names(.related(\.mentor, .exists(Book.self, via: \.author, where: \.pages == 300)))
        == ["Idle", "Pupil"])
    #expect(try names(.related(\.mentor, .related(\.mentor, .all))) == [])
  }

  @Test(arguments: Kind.allCases)
  func `requests can sort, limit, offset and count`(kind: Kind) throws {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 10)
    try store.read { snapshot throws(StoreError) in
      let fetch = FetchRequest(
        Book.self, sortedBy: [.descending(\.note), .ascending(\.pages)], limit: 3)
      #expect(try snapshot.fetch(fetch).map(\.pages) == [200, 400, 600])
      var later = fetch
      later.offset = 4
      #expect(try snapshot.fetch(later).map(\.pages) == [1000, 100, 300])
      #expect(try snapshot.count(FetchRequest(Book.self, where: \.pages > 500)) == 5)
      #expect(try snapshot.identities(fetch).map(\.rawValue) == [2, 4, 6])
      #expect(try snapshot.exists(FetchRequest(Book.self, where: \.pages > 5000)) == false)
      #expect(
        try snapshot.first(FetchRequest(Book.self, sortedBy: [.descending(\.pages)]))?.pages == 1000
      )
      let byLastPages: Sort<Book> = .ascending(\.pages * -1)
      #expect(try snapshot.first(FetchRequest(sortedBy: [byLastPages]))?.pages == 1000)
    }
  }
}
