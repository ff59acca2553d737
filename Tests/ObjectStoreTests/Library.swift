import ObjectStore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The world of these tests: authors, their books, the copies of a book on the shelves.
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

enum Binding: String, ColumnValue, CaseIterable { case paper, cloth, leather }

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
    rules: [Rule("leather-is-dear", \.binding != .leather || \.price >= 10)])
}

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

enum Library {
  static let model = Model(
    version: 1, applicationID: 0x6c69_6272, entities: [Author.self, Book.self, Copy.self])

  /// An author with books of 100, 200, … pages.
  static func fill(_ store: Store, books: Int) throws -> Identity<Author> {
    try store.write { transaction throws(StoreError) in
      let author = try transaction.insert(Author(name: "Ursula", mentor: nil))
      for number in 1...max(1, books) where books > 0 {
        try transaction.insert(book(number, by: author))
      }
      return author
    }
  }

  static func book(_ number: Int, by author: Identity<Author>) -> Book {
    Book(
      author: author, title: "Book \(number)", pages: number * 100, price: nil, binding: .paper,
      note: number.isMultiple(of: 2) ? "even" : nil)
  }
}

/// The two kinds of store: every behaviour is tested on both.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
  case memory, file
  var testDescription: String { rawValue }
}

/// A directory of one test, removed with it.
final class Sandbox {
  let path: String

  init() {
    var template = Array("/tmp/object-store-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { preconditionFailure("no temporary directory") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { remove(path) }

  private func remove(_ directory: String) {
    unsafe chmod(directory, 0o700)
    for name in names(in: directory) {
      let entry = directory + "/" + name
      if unsafe unlink(entry) != 0 { remove(entry) }
    }
    unsafe rmdir(directory)
  }

  var names: [String] { names(in: path) }

  private func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func store(
    _ kind: Kind = .file, model: Model = Library.model, name: String = "store.sqlite"
  ) throws(StoreError) -> Store {
    try Store(kind == .memory ? .memory : .file(path + "/" + name), model: model)
  }
}
