import ObjectStore
import Testing

@Suite struct ViolationTests {
  let folder = StoreFolder()

  /// A change of a book that violates a constraint, and the expected violation.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout Book) -> Void
    let kind: Violation.Kind
    let properties: [String]
    let value: String?
    /// The extended result code of SQLite: 275 for `SQLITE_CONSTRAINT_CHECK`, 787 for
    /// `_FOREIGNKEY`, 1299 for `_NOTNULL`, or 2067 for `_UNIQUE`.
    let code: Int32
  }

  /// The violations to test, on the first of two books.
  static let rows: [Row] = [
    Row(
      testDescription: "rule", change: { $0.pages = 0 }, kind: .rule("within"),
      properties: ["pages"], value: "0", code: 275),
    Row(
      testDescription: "rule on a text", change: { $0.title = "" }, kind: .rule("nonEmpty"),
      properties: ["title"], value: "", code: 275),
    Row(
      testDescription: "rule over two properties",
      change: {
        $0.binding = .leather; $0.price = 1
      },
      kind: .rule("leather-is-dear"), properties: ["price", "binding"], value: "1.0, leather",
      code: 275),
    Row(
      testDescription: "unique key", change: { $0.title = "Book 2" }, kind: .unique,
      properties: ["author", "title"], value: "1, Book 2", code: 2067),
    Row(
      testDescription: "reference", change: { $0.author = Identity(rawValue: 77) },
      kind: .reference(to: "Author"), properties: ["author"], value: "77", code: 787),
    Row(
      testDescription: "reference to an uninserted object",
      change: { $0.author = .unassigned }, kind: .missingValue, properties: ["author"],
      value: "NULL", code: 1299),
  ]

  @Test(arguments: Kind.allCases, rows)
  func `a violation names the entity, property, rule, value and object`(kind: Kind, row: Row) throws
  {
    let store = try folder.store(kind)
    _ = try Library.fill(store, books: 2)
    var book = try #require(try store.find(Identity<Book>(rawValue: 1)))
    let before = book
    row.change(&book)
    let expected = StoreError.violation(
      Violation(
        kind: row.kind, entity: "Book", properties: row.properties, value: row.value, identity: 1,
        rows: 1, code: ResultCode(rawValue: row.code)))
    #expect(throws: expected) { try store.update(book) }
    #expect(throws: expected) {
      try store.write { transaction throws(StoreError) in
        _ = try transaction.update(book, from: before)
      }
    }
    #expect(try store.find(book.id) == before)
  }

  @Test(arguments: Kind.allCases)
  func `a long value is truncated to eighty characters`(kind: Kind) throws {
    let store = try folder.store(kind)
    let name = String(repeating: "ü", count: 200)
    let violation = try expectViolation { try store.insert(Author(name: name, mentor: nil)) }
    #expect(violation.kind == .rule("maximumLength"))
    #expect(violation.value == String(repeating: "ü", count: 79) + "…")
    #expect(violation.identity == nil)
    // 19 is `SQLITE_CONSTRAINT`.
    #expect(violation.code.primary.rawValue == 19)
  }

  @Test func `a value without a matching case is unreadable`() throws {
    struct Shelf: Entity {
      var id: Identity<Shelf>
      var number: Int
      static let schema = Schema<Shelf>(
        "shelf", Property("id", \.id), Property("number", \.number), make: Shelf.init)
    }
    enum Room: Int, ColumnValue { case first = 1, third = 3 }
    struct NarrowShelf: Entity {
      var id: Identity<NarrowShelf>
      var number: Room
      static let schema = Schema<NarrowShelf>(
        "shelf", Property("id", \.id), Property("number", \.number), make: NarrowShelf.init)
    }
    let model = Model(version: 1, applicationID: 5, entities: [Shelf.self])
    let store = try folder.store(.memory, model: model)
    try store.insert(Shelf(id: .unassigned, number: 2))
    #expect(throws: StoreError.unreadable(column: 1, value: .integer(2), type: "Room")) {
      try store.fetch(FetchRequest(NarrowShelf.self))
    }
  }
}
