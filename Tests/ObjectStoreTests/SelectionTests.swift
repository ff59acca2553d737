import ObjectStore
import Testing

@Suite struct SelectionTests {
  let folder = StoreFolder()

  /// Returns a store with ten books. The last three are bound in cloth and have a price.
  private func filled(_ kind: Kind) throws -> Store {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 10)
    try store.execute(
      BatchUpdate(Book.self, where: \.pages > 700, returning: .status)
        .setting(\.binding, to: .cloth).setting(\.price, to: 9.5))
    return store
  }

  @Test(arguments: Kind.allCases)
  func `selected properties are returned as tuples`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let rows = try snapshot.select(
        .property(\.title), \.pages + 1, .property(\.note),
        from: FetchRequest(Book.self, where: \.pages <= 200, sortedBy: [.descending(\.pages)]))
      #expect(rows.map(\.0) == ["Book 2", "Book 1"])
      #expect(rows.map(\.1) == [201, 101])
      #expect(rows.map(\.2) == ["even", nil])
      let notes = try snapshot.select(
        .property(\.note), from: FetchRequest(Book.self, sortedBy: [.ascending(\.note)]),
        isDistinct: true)
      #expect(notes == [nil, "even"])
    }
  }

  @Test(arguments: Kind.allCases)
  func `groups support aggregates and conditions`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let groups = try snapshot.select(
        .property(\.binding), .count(), .sum(\.pages), .minimum(\.pages), .maximum(\.price),
        .average(\.pages), from: FetchRequest(Book.self, sortedBy: [.ascending(\.binding)]),
        grouped: .by(\.binding))
      #expect(groups.map(\.0) == [.cloth, .paper])
      #expect(groups.map(\.1) == [3, 7])
      #expect(groups.map(\.2) == [2700, 2800])
      #expect(groups.map(\.3) == [800, 100])
      #expect(groups.map(\.4) == [9.5, nil])
      #expect(groups.map(\.5) == [900, 400])
      let large = try snapshot.select(
        .property(\.binding), from: FetchRequest(Book.self),
        grouped: .by(\.binding, having: .count() > 3))
      #expect(large == [.paper])
      let overall = try snapshot.select(
        .count(), .sum(\.pages), .countDistinct(\.binding), .maximum(\.pages),
        from: FetchRequest(Book.self, where: \.pages > 5000))
      #expect(overall.count == 1)
      #expect(overall.first?.0 == 0 && overall.first?.1 == 0)
      #expect(overall.first?.2 == 0 && overall.first?.3 == .some(nil))
    }
  }

  @Test(arguments: Kind.allCases)
  func `dictionaries use column names as keys`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let rows = try snapshot.dictionaries(
        of: [.property(\.binding), .expression(.count(), as: "books")],
        from: FetchRequest(Book.self, sortedBy: [.ascending(\.binding)]), grouped: .by(\.binding))
      #expect(
        rows == [
          ["binding": .text("cloth"), "books": .integer(3)],
          ["binding": .text("paper"), "books": .integer(7)],
        ])
    }
  }

  @Test(arguments: Kind.allCases)
  func `rows are read without creating objects`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let pages = Field(\Book.pages)
      let title = Field(\Book.title)
      let note = Field(\Book.note)
      var sum = 0
      var bytes = 0
      var notes = 0
      try snapshot.forEachRow(of: FetchRequest(Book.self)) { row throws(StoreError) in
        sum += try row(pages)
        notes += try row(note) == nil ? 0 : 1
        bytes += row.withBytes(of: title) { $0.byteCount }
      }
      #expect(sum == 5500 && bytes == 61 && notes == 5)
      var objects = 0
      try snapshot.forEach(FetchRequest(Book.self)) { objects += $0.pages }
      #expect(objects == sum)
    }
  }

  /// An order of books, to be read in pages.
  struct Order: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sort: [Sort<Book>]
    /// Whether books that are equal in all criteria are sorted by descending identity. The
    /// direction is that of the last criterion.
    var lastDescends = false
  }

  /// The orders to test, including those with `nil` and mixed directions.
  static let orders = [
    Order(testDescription: "identity", sort: []),
    Order(testDescription: "ascending", sort: [.ascending(\.binding), .ascending(\.pages)]),
    Order(testDescription: "descending", sort: [.descending(\.binding)], lastDescends: true),
    Order(
      testDescription: "mixed", sort: [.ascending(\.binding), .descending(\.pages)],
      lastDescends: true),
    Order(
      testDescription: "with nil", sort: [.ascending(\.note), .descending(\.pages)],
      lastDescends: true),
    Order(
      testDescription: "nil last", sort: [.descending(\.price), .descending(\.note)],
      lastDescends: true),
  ]

  @Test(arguments: Kind.allCases, orders)
  func `all pages together are the complete result`(kind: Kind, order: Order) throws {
    let store = try filled(kind)
    let fetch = FetchRequest(Book.self, where: \.pages != 500, sortedBy: order.sort)
    var complete = fetch
    complete.order.append(order.lastDescends ? .descending(\.id) : .ascending(\.id))
    let whole = try store.fetch(complete)
    for size in 1...10 {
      try store.read { snapshot throws(StoreError) in
        var books: [Book] = []
        var cursor: Page<Book>.Cursor?
        var count = 0
        repeat {
          let page = try snapshot.page(of: fetch, after: cursor, size: size)
          #expect(page.objects.count <= size)
          books += page.objects
          cursor = page.next
          count += 1
        } while cursor != nil && count < 20
        #expect(books == whole)
      }
    }
  }
}
