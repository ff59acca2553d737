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
        grouped: .by(\.note))
      #expect(notes == [nil, "even"])
    }
  }

  @Test(arguments: Kind.allCases)
  func `a number beyond 64 bits is an error, not the nearest number`(kind: Kind) throws {
    let store = try filled(kind)
    let fetch = FetchRequest(Book.self, where: \.pages == 100)
    let factor = Int.max / 100
    try store.read { snapshot throws(StoreError) in
      #expect(try snapshot.select(\.pages * factor, from: fetch) == [factor * 100])
    }
    let error = #expect(throws: StoreError.self) {
      try store.read { snapshot throws(StoreError) in
        try snapshot.select(\.pages * (factor + 1), from: fetch)
      }
    }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: Kind.allCases)
  func `groups support aggregates and conditions`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      let groups = try snapshot.select(
        .property(\.binding), .count(), .sum(\.pages),
        from: FetchRequest(Book.self, sortedBy: [.ascending(\.binding)]),
        grouped: .by(\.binding))
      #expect(groups.map(\.0) == [.cloth, .paper])
      #expect(groups.map(\.1) == [3, 7])
      #expect(groups.map(\.2) == [2700, 2800])
      let large = try snapshot.select(
        .property(\.binding), from: FetchRequest(Book.self),
        grouped: .by(\.binding, having: .count() > 3))
      #expect(large == [.paper])
      let overall = try snapshot.select(
        .count(), .sum(\.pages), from: FetchRequest(Book.self, where: \.pages > 5000))
      #expect(overall.count == 1)
      #expect(overall.first?.0 == 0 && overall.first?.1 == 0)
    }
  }

  @Test(arguments: Kind.allCases)
  func `objects are read one at a time`(kind: Kind) throws {
    let store = try filled(kind)
    try store.read { snapshot throws(StoreError) in
      var pages: [Int] = []
      try snapshot.forEach(FetchRequest(Book.self, sortedBy: [.descending(\.pages)], limit: 3)) {
        pages.append($0.pages)
      }
      #expect(pages == [1000, 900, 800])
    }
  }
}
