import ObjectStore

/// An author, and optionally the author's mentor.
struct Author: Entity, Equatable {
  var id: Identity<Author> = .unassigned
  var name: String
  var mentor: Identity<Author>?

  static let schema = Schema<Author>(
    "author",
    Property("id", \.id),
    Property("name", \.name, .nonEmpty, .maximumLength(100)),
    Property("mentor", \.mentor, references: Author.self, onDelete: .nullify),
    make: Author.init,
    unique: [.on(\.name)])
}

/// The binding of a book.
enum Binding: String, ColumnValue, CaseIterable { case paper, cloth, leather }

/// A book, with rules, a version, and a reference to its author. Deleting an author also deletes
/// the author's books.
struct Book: Entity, Equatable {
  var id: Identity<Book> = .unassigned
  var author: Identity<Author>
  var title: String
  var pages: Int
  var price: Double?
  var binding: Binding
  var note: String?
  var edition: Int64 = 1

  static let schema = Schema<Book>(
    "book",
    Property("id", \.id),
    Property("author", \.author, references: Author.self, onDelete: .cascade),
    Property("title", \.title, .nonEmpty),
    Property("pages", \.pages, .within(1...20_000)),
    Property("price", \.price, .atLeast(0.0)),
    Property("binding", \.binding, .oneOf(Binding.self)),
    Property("note", \.note),
    .version("edition", \.edition),
    make: Book.init,
    unique: [.on(\.author, \.title)],
    indexes: [.on(\.pages)],
    rules: [EntityRule("leather-is-dear", \.binding != .leather || \.price >= 10)])
}

/// A copy of a book. A book with copies cannot be deleted.
struct Copy: Entity, Equatable {
  var id: Identity<Copy> = .unassigned
  var book: Identity<Book>
  var shelf: Int32
  var bought: Timestamp
  var digest: Digest256
  var isLent: Bool
  var mark: [UInt8]?

  static let schema = Schema<Copy>(
    "copy",
    Property("id", \.id),
    Property("book", \.book, references: Book.self, onDelete: .deny),
    Property("shelf", \.shelf),
    Property("bought", \.bought),
    Property("digest", \.digest),
    Property("isLent", \.isLent),
    Property("mark", \.mark)
  ) { row throws(StoreError) in
    Copy(
      id: try row.next(), book: try row.next(), shelf: try row.next(), bought: try row.next(),
      digest: try row.next(), isLent: try row.next(), mark: try row.next())
  }
}

/// The model of these tests: authors, their books, and the copies of a book.
enum Library {
  /// The step to version 2, also used by the test of a broken step to version 3.
  static let firstMigration = Migration(to: 2) { schema throws(StoreError) in
    try schema.execute(
      """
      ALTER TABLE book ADD COLUMN note TEXT;
      ALTER TABLE book ADD COLUMN binding TEXT NOT NULL DEFAULT 'paper'
      """)
  }

  /// The bytes "libr" in ASCII.
  static let applicationID: Int32 = 0x6c69_6272

  /// The model in version 3, with the migrations from versions 1 and 2.
  static let model = Model(
    version: 3, applicationID: applicationID, entities: [Author.self, Book.self, Copy.self],
    migrations: [
      firstMigration,
      Migration(to: 3) { schema throws(StoreError) in
        try schema.execute(
          """
          ALTER TABLE author RENAME TO old_author;
          ALTER TABLE book RENAME TO old_book
          """)
        try schema.create(Author.self)
        try schema.create(Book.self)
        try schema.create(Copy.self)
        try schema.execute(
          """
          INSERT INTO author (id, name) SELECT id, name FROM old_author;
          INSERT INTO book (id, author, title, pages, note, binding, edition)
            SELECT id, author, title, pages, note, binding, 1 FROM old_book;
          DROP TABLE old_book;
          DROP TABLE old_author
          """)
      },
    ])

  /// Inserts an author named Ursula with this many books, of 100, 200, … pages, and returns the
  /// author's identity.
  static func fill(_ store: Store, books: Int) throws -> Identity<Author> {
    try store.write { transaction throws(StoreError) in
      let author = try transaction.insert(Author(name: "Ursula", mentor: nil))
      for number in 1...max(1, books) where books > 0 {
        try transaction.insert(book(number, by: author))
      }
      return author
    }
  }

  /// Returns a book of `number` hundred pages. It has a note if `number` is even.
  static func book(_ number: Int, by author: Identity<Author>) -> Book {
    Book(
      author: author, title: "Book \(number)", pages: number * 100, price: nil, binding: .paper,
      note: number.isMultiple(of: 2) ? "even" : nil)
  }
}
