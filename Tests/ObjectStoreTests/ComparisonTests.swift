import Foundation
import ObjectStore
import Synchronization
import Testing

/// The program of the page Comparison.
private enum Comparison {
  struct Author: Entity {
    var id: Identity<Author> = .unassigned
    var name: String
    static let schema = Schema<Author>(
      "author", Property("id", \.id), Property("name", \.name, .nonEmpty),
      make: Author.init, unique: [.on(\.name)])
  }
  struct Book: Entity {
    var id: Identity<Book> = .unassigned
    var author: Identity<Author>
    var title: String
    var pages: Int
    var note: String?
    static let schema = Schema<Book>(
      "book", Property("id", \.id),
      Property("author", \.author, references: Author.self, onDelete: .cascade),
      Property("title", \.title, .nonEmpty), Property("pages", \.pages, .within(1...20_000)),
      Property("note", \.note), make: Book.init)
  }

  /// Runs the program with a store at `path`, and returns what it prints.
  static func run(_ path: String) throws -> [String] {
    let lines = Lines()
    @Sendable func print(_ value: Any) { lines.texts.withLock { $0.append("\(value)") } }

    let model = Model(version: 1, applicationID: 0x626f_6f6b, entities: [Author.self, Book.self])
    let store = try Store(.file(path), model: model)
    let observation = store.observe { print($0.identities(of: Book.self, .updated)) }
    try store.write { transaction in
      let author = try transaction.insert(Author(name: "Ursula"))
      for number in 1...100 {
        try transaction.insert(Book(author: author, title: "Part \(number)", pages: number * 10))
      }
    }
    let thick: Filter<Book> = \.pages > 500 && .related(\.author, \.name == "Ursula")
    try store.execute(
      BatchUpdate(where: thick, returning: .status).setting(\.note, to: .coalesce(\.note, "thick")))
    let books = try store.read {
      try $0.fetch(FetchRequest(where: thick, sortedBy: [.descending(\.pages)], limit: 3))
    }
    print(books.map(\.title))
    withExtendedLifetime(observation) {}
    return lines.texts.withLock(\.self)
  }

  final class Lines: Sendable {
    let texts = Mutex<[String]>([])
  }
}

@Suite struct ComparisonTests {
  private let folder = StoreFolder()

  @Test func `the program on the page runs`() throws {
    let lines = try Comparison.run(folder.path + "/books.sqlite")
    // The thick books are those of more than 500 pages, numbers 51 to 100. The first commit inserts
    // books and updates none.
    let thick = "[" + (51...100).map { "#\($0)" }.joined(separator: ", ") + "]"
    #expect(lines == ["[]", thick, #"["Part 100", "Part 99", "Part 98"]"#])
  }

  @Test func `the page shows the program that runs`() throws {
    let here = URL(filePath: #filePath)
    let page = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/ObjectStore/ObjectStore.docc/Comparison.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("### This module: ") })
    let program = lines[(start + 2)...].prefix { $0 != "```" }
    #expect(lines[start] == "### This module: \(program.count) lines")
    var source = try String(contentsOf: here, encoding: .utf8)
      .replacing(".file(path)", with: #".file("books.sqlite")"#)
      .split(separator: "\n").map { $0.drop { $0 == " " } }[...]
    for line in program {
      let found = source.firstIndex(of: line.drop { $0 == " " })
      #expect(found != nil, "\(line)")
      source = source[((found ?? source.startIndex - 1) + 1)...]
    }
  }
}
