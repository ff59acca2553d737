import ObjectStore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random edits, after each of which a copy of a live result, to which the reported changes are
/// applied one by one, equals a fresh fetch. `scripts/test-store-random` makes more of them.
@Suite struct RandomEditTests {
  let folder = StoreFolder()

  static let requests: [FetchRequest<Book>] = [
    FetchRequest(sortedBy: [.ascending(\.title), .ascending(\.id)]),
    FetchRequest(where: \.pages < 500, sortedBy: [.descending(\.pages), .ascending(\.id)]),
    FetchRequest(sortedBy: [.ascending(\.price), .descending(\.note), .ascending(\.id)]),
    FetchRequest(sortedBy: [.ascending(\.pages), .ascending(\.id)], limit: 5),
    FetchRequest(
      where: \.note != nil, sortedBy: [.descending(\.title), .ascending(\.id)], limit: 4,
      offset: 3),
    FetchRequest(
      where: .related(\.author, .hasPrefix(\.name, "A")),
      sortedBy: [.ascending(\.pages / 100), .ascending(\.id)]),
  ]

  /// The number of edits for each request.
  static let count =
    unsafe getenv("BOOTSTRAP_RANDOM_EDITS")
    .flatMap { unsafe Int(String(cString: $0)) } ?? 150

  @Test(arguments: requests.indices, Kind.allCases)
  func `the positions equal a fresh fetch`(index: Int, kind: Kind) throws {
    var random = SeededGenerator(seed: UInt64(index + 1))
    let store = try folder.store(kind)
    for name in ["Ann", "Bob"] { try store.insert(Author(name: name, mentor: nil)) }
    let result = try store.liveResult(of: Self.requests[index])
    var copy = result.objects
    for number in 0..<Self.count {
      try store.write { transaction throws(StoreError) in
        for _ in 0..<Int.random(in: 1...3, using: &random) { try edit(transaction, &random) }
      }
      switch try result.update() {
      case nil: break
      case .reloaded: copy = result.objects
      case .positions(let changes): for change in changes { copy.apply(change) }
      }
      let fresh = try store.fetch(Self.requests[index])
      try #require(copy == fresh, "edit \(number)")
      try #require(result.objects == fresh, "edit \(number)")
    }
  }

  /// Makes one random change.
  private func edit(
    _ transaction: borrowing Transaction, _ random: inout SeededGenerator
  ) throws(StoreError) {
    let books = try transaction.identities(FetchRequest(Book.self))
    let authors = try transaction.identities(FetchRequest(Author.self))
    let kind = Int.random(in: 0..<10, using: &random)
    if kind < 4 || books.isEmpty {
      guard let author = authors.randomElement(using: &random) else { return }
      var book = Library.book(Int.random(in: 1...9, using: &random), by: author)
      book.title = Self.title(&random)
      _ = try transaction.upsert(book, on: .on(\.author, \.title))
    } else if kind < 6, let book = books.randomElement(using: &random) {
      try transaction.delete(book)
    } else if kind < 8, let book = books.randomElement(using: &random) {
      guard var book = try transaction.find(book) else { return }
      book.pages = Int.random(in: 1...900, using: &random)
      book.price = Bool.random(using: &random) ? nil : Double.random(in: 0...3, using: &random)
      book.note = Bool.random(using: &random) ? nil : Self.title(&random)
      try transaction.update(book)
    } else if kind == 8 {
      try transaction.execute(
        BatchUpdate(
          Book.self, where: \.pages > Int.random(in: 1...900, using: &random), returning: .status
        ).setting(\.note, to: "batch"))
    } else if let author = authors.randomElement(using: &random) {
      guard var author = try transaction.find(author) else { return }
      author.name = (Bool.random(using: &random) ? "A" : "B") + "\(author.id.rawValue)"
      try transaction.update(author)
    }
  }

  /// Returns a short text, also with letters outside of ASCII.
  private static func title(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "B", "é", "e\u{301}", "\u{ffff}", "😀", "", "z"]
    return "t" + (0..<3).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
  }
}

/// A generator that returns the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }
}
