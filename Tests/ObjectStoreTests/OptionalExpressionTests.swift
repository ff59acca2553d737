import ObjectStore
import Testing

/// Tests of conditions and expressions over optional properties.
@Suite struct OptionalExpressionTests {
  let folder = StoreFolder()

  /// Returns a store with four books. The second and the fourth have a price of 2.5.
  private func filled(_ kind: Kind) throws -> Store {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 4)
    try store.execute(
      BatchUpdate(Book.self, where: \.note == "even", returning: .status).setting(\.price, to: 2.5))
    try store.insert(Author(name: "Pupil", mentor: author))
    return store
  }

  @Test(arguments: Kind.allCases)
  func `arithmetic on an optional property is nil where the property is`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let fetch = FetchRequest(Book.self, sortedBy: [.ascending(\.pages)])
      let doubled: ValueExpression<Book, Double?> = \.price * 2
      let lowered: ValueExpression<Book, Double?> = \.price / 2
      let divided: ValueExpression<Book, Int> = \.pages / 30
      let nothing: ValueExpression<Book, Int> = \.pages - \.pages
      let rows = try snapshot.select(doubled, lowered - 0.25, divided, nothing, from: fetch)
      #expect(rows.map(\.0) == [nil, 5, nil, 5])
      #expect(rows.map(\.1) == [nil, 1, nil, 1])
      #expect(rows.map(\.2) == [3, 6, 10, 13])
      #expect(rows.map(\.3) == [0, 0, 0, 0])
      let isDear: Filter<Book> = 2.0...3.0 ~= \.price
      #expect(try snapshot.count(FetchRequest(Book.self, where: isDear)) == 2)
      #expect(try snapshot.select(.sum(\.price), from: FetchRequest(Book.self)) == [5.0])
    }
  }

  @Test(arguments: Kind.allCases)
  func `a division by zero is no number`(kind: Kind) throws {
    let store = try filled(kind)
    #expect(throws: StoreError.self) {
      try store.read { snapshot throws(StoreError) in
        try snapshot.select(\.pages / 0, from: FetchRequest(Book.self))
      }
    }
    let violation = try expectViolation {
      try store.execute(BatchUpdate(Book.self, returning: .count).setting(\.pages, to: \.pages / 0))
    }
    #expect(violation.kind == .missingValue)
  }

  @Test(arguments: Kind.allCases)
  func `an optional property takes the values of one that is never nil`(kind: Kind) throws {
    let store = try filled(kind)
    try store.execute(
      BatchUpdate(Book.self, where: \.pages <= 200, returning: .status)
        .setting(\.note, to: \.title + "!"))
    try store.execute(
      BatchUpdate(Book.self, where: \.pages > 200, returning: .status)
        .setting(\.note, toValueOf: \.title))
    let notes = try store.fetch(FetchRequest(Book.self, sortedBy: [.ascending(\.pages)])).map(
      \.note)
    #expect(notes == ["Book 1!", "Book 2!", "Book 3", "Book 4"])
  }

  @Test(arguments: Kind.allCases)
  func `an optional reference relates objects`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let mentors = FetchRequest(
        Author.self, where: .exists(Author.self, via: \.mentor, where: \.name == "Pupil"))
      #expect(try snapshot.fetch(mentors).map(\.name) == ["Ursula"])
      let counts = try snapshot.select(
        .count(of: Author.self, via: \.mentor),
        from: FetchRequest(Author.self, sortedBy: [.ascending(\.id)]))
      #expect(counts == [1, 0])
    }
  }

  @Test(arguments: Kind.allCases)
  func `objects are grouped by an expression`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let isLong = \Book.pages / 300
      let groups = try snapshot.select(
        isLong, .count(), from: FetchRequest(Book.self), grouped: .by(isLong))
      #expect(groups.map(\.0).sorted() == [0, 1])
      #expect(groups.map(\.1) == [2, 2])
    }
  }

  @Test func `an asynchronous read throws errors of the store alone`() async throws {
    let store = try filled(.file)
    func count() async throws(StoreError) -> Int {
      try await store.read { (snapshot) throws(StoreError) in
        try snapshot.count(FetchRequest(Book.self))
      }
    }
    #expect(try await count() == 4)
  }
}
