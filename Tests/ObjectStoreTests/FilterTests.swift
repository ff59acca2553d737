import ObjectStore
import Testing

/// Tests of conditions at the limits of SQLite's parser and of its text functions.
@Suite struct FilterTests {
  let folder = StoreFolder()

  /// Returns a store with books of these titles, of 1, 2, … pages.
  private func store(_ kind: Kind, titles: [String]) throws -> Store {
    let store = try folder.store(kind)
    let author = try Library.fill(store, books: 0)
    for (index, title) in titles.enumerated() {
      var book = Library.book(1, by: author)
      book.title = title
      book.pages = index + 1
      try store.insert(book)
    }
    return store
  }

  @Test(arguments: Kind.allCases, [2, 92, 1000, 10_000])
  func `long chains of conditions work`(kind: Kind, count: Int) throws {
    let store = try store(kind, titles: ["a", "b", "c"])
    let titles = (0..<count).map { $0 == count - 1 ? "b" : "title \($0)" }
    let any = titles.dropFirst().reduce(\Book.title == titles[0]) { $0 || \.title == $1 }
    #expect(try store.fetch(FetchRequest(where: any)).map(\.title) == ["b"])
    let none = titles.dropFirst().reduce(\Book.title != titles[0]) { $0 && \.title != $1 }
    #expect(try store.fetch(FetchRequest(where: none)).map(\.title) == ["a", "c"])
    #expect(try store.count(FetchRequest(where: !any)) == 2)
  }

  @Test(arguments: Kind.allCases)
  func `a condition beyond the limits is an error`(kind: Kind) throws {
    let store = try store(kind, titles: ["a", "b"])
    var chain = \Book.pages == 0
    for number in 1...30_000 { chain = chain || \.pages == -number }
    #expect(throws: StoreError.tooComplex(detail: "")) {
      try store.fetch(FetchRequest(where: chain))
    }
    var nested = \Book.pages == 0
    for number in 1...30_000 { nested = !(nested || \.pages == -number) }
    #expect(throws: StoreError.tooComplex(detail: "")) {
      try store.execute(BatchDelete(where: nested, returning: .count))
    }
    var sum = \Book.pages + 1
    for _ in 1...30_000 { sum = sum + 1 }
    #expect(throws: StoreError.tooComplex(detail: "")) {
      try store.execute(BatchUpdate(Book.self, returning: .count).setting(\.pages, to: sum))
    }
    #expect(try store.count(FetchRequest(Book.self)) == 2)
  }

  @Test(arguments: Kind.allCases)
  func `conditions nest twenty levels deep`(kind: Kind) throws {
    let store = try store(kind, titles: ["a", "b", "c"])
    var left = \Book.pages == 2
    var right = \Book.pages == 2
    var sum = \Book.pages + 1
    for number in 1...9 {
      left = !(left || \.pages == -number)
      right = !(\.pages == -number || right)
      sum = sum + 1
    }
    for _ in 10...19 { sum = sum + 1 }
    #expect(try store.fetch(FetchRequest(where: left)).map(\.title) == ["a", "c"])
    #expect(try store.fetch(FetchRequest(where: right)).map(\.title) == ["a", "c"])
    #expect(try store.fetch(FetchRequest(where: sum == 22)).map(\.title) == ["b"])
  }

  @Test(arguments: Kind.allCases)
  func `a prefix goes by scalars`(kind: Kind) throws {
    let titles = [
      "*\u{301}x", "*x", "abc", "a\0bc", "a\0c", "caf\u{e9}", "cafe\u{301}", "\u{d7ff}z",
      "\u{10ffff}\u{10ffff}!", "[a]", "[b",
    ]
    let store = try store(kind, titles: titles)
    func found(_ prefix: String) throws -> [String] {
      try store.fetch(
        FetchRequest(Book.self, where: .hasPrefix(\.title, prefix), sortedBy: [.ascending(\.pages)])
      ).map(\.title)
    }
    // Comparing scalars, because Swift treats both forms of an accented letter as equal.
    func expect(_ prefix: String, _ expected: [String], line: Int = #line) throws {
      let found = try found(prefix)
      #expect(
        found.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) },
        "line \(line)")
    }
    try expect("*\u{301}", ["*\u{301}x"])
    try expect("*", ["*\u{301}x", "*x"])
    try expect("a\0b", ["a\0bc"])
    try expect("a\0", ["a\0bc", "a\0c"])
    try expect("cafe", ["cafe\u{301}"])
    try expect("caf\u{e9}", ["caf\u{e9}"])
    try expect("\u{d7ff}", ["\u{d7ff}z"])
    try expect("\u{10ffff}\u{10ffff}", ["\u{10ffff}\u{10ffff}!"])
    try expect("[a]", ["[a]"])
    try expect("", titles)
  }

  @Test(arguments: Kind.allCases)
  func `a suffix is compared by scalars and case`(kind: Kind) throws {
    let titles = ["a\0b.SO", "a\0b.so", "caf\u{e9}", "cafe\u{301}", "so", "x%"]
    let store = try store(kind, titles: titles)
    func found(_ suffix: String) throws -> [[Unicode.Scalar]] {
      let fetch = FetchRequest(
        Book.self, where: .hasSuffix(\.title, suffix), sortedBy: [.ascending(\.pages)])
      return try store.fetch(fetch).map { Array($0.title.unicodeScalars) }
    }
    func scalars(_ texts: [String]) -> [[Unicode.Scalar]] { texts.map { Array($0.unicodeScalars) } }
    #expect(try found("so") == scalars(["a\0b.so", "so"]))
    #expect(try found("\0b.so") == scalars(["a\0b.so"]))
    #expect(try found("e\u{301}") == scalars(["cafe\u{301}"]))
    #expect(try found("\u{301}") == scalars(["cafe\u{301}"]))
    #expect(try found("%") == scalars(["x%"]))
    #expect(try found("x.so") == [])
    #expect(try found("").count == titles.count)
    #expect(try store.count(FetchRequest(Book.self, where: .hasSuffix(\.note, ""))) == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a number that is none is rejected, not stored as nil`(kind: Kind) throws {
    let store = try store(kind, titles: ["a"])
    var book = try #require(try store.first(FetchRequest(Book.self)))
    book.price = .nan
    let violation = try expectViolation { try store.update(book) }
    #expect(violation.kind == .type)
    #expect(violation.properties == ["price"])
    #expect(violation.value == "nan")
    book.title = "other"
    _ = try expectViolation { try store.execute(BatchInsert([book], returning: .count)) }
    #expect(throws: StoreError.notANumber) {
      try store.execute(BatchUpdate(Book.self, returning: .count).setting(\.price, to: .nan))
    }
    #expect(throws: StoreError.notANumber) {
      try store.count(FetchRequest(Book.self, where: \.price == .nan))
    }
    book.price = .infinity
    try store.insert(book, as: .unassigned)
    #expect(try store.count(FetchRequest(Book.self, where: \.price == .infinity)) == 1)
    #expect(try store.count(FetchRequest(Book.self)) == 2)
  }

  @Test func `a batch cannot set an identity or a version`() async {
    await #expect(processExitsWith: .failure) {
      _ = BatchUpdate(Book.self, returning: .count).setting(\.id, to: Identity(rawValue: 7))
    }
    await #expect(processExitsWith: .failure) {
      _ = BatchUpdate(Book.self, returning: .count).setting(\.edition, to: 1)
    }
  }

  @Test func `a time that does not fit becomes the nearest one`() {
    #expect(Timestamp(secondsSince1970: 9_300_000_000) == Timestamp(rawValue: .max))
    #expect(Timestamp(secondsSince1970: -9_300_000_000) == Timestamp(rawValue: .min))
    #expect(Timestamp(secondsSince1970: 9_000_000_000).secondsSince1970 == 9_000_000_000)
  }
}

extension Store {
  /// Inserts an object under another identity.
  fileprivate func insert<E: Entity>(_ object: E, as identity: Identity<E>) throws(StoreError) {
    var object = object
    object.id = identity
    try insert(object)
  }
}
