import ObjectStore

/// An object of the random model, which may be blocked by another one.
struct RandomItem: Entity, Equatable {
  enum State: String, ColumnValue, CaseIterable { case open, busy, done }

  var id: Identity<RandomItem> = .unassigned
  var title: String
  var note: String?
  var rank: Int
  var size: Int?
  var weight: Double?
  var state: State
  var blocker: Identity<RandomItem>?

  static let schema = Schema<RandomItem>(
    "item",
    Property("id", \.id),
    Property("title", \.title),
    Property("note", \.note),
    Property("rank", \.rank),
    Property("size", \.size),
    Property("weight", \.weight),
    Property("state", \.state),
    Property("blocker", \.blocker, references: RandomItem.self, onDelete: .nullify),
    make: RandomItem.init,
    indexes: [.on(\.rank), .on(\.state, \.rank)])

  static let model = Model(version: 1, applicationID: 7, entities: [RandomItem.self])

  /// Equality as in the store, where texts are equal if their scalars are.
  static func == (left: RandomItem, right: RandomItem) -> Bool {
    left.id == right.id && Scalars(left.title) == Scalars(right.title)
      && left.note.map(Scalars.init) == right.note.map(Scalars.init) && left.rank == right.rank
      && left.size == right.size && left.weight == right.weight && left.state == right.state
      && left.blocker == right.blocker
  }
}

/// A text with SQLite's equality and order, which are those of its UTF-8 bytes.
struct Scalars: Comparable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  static func < (left: Scalars, right: Scalars) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Returns whether the text contains another one.
  func contains(_ part: Scalars) -> Bool {
    guard part.bytes.count <= bytes.count else { return false }
    return (0...(bytes.count - part.bytes.count)).contains {
      bytes[$0...].starts(with: part.bytes)
    }
  }
}

/// All items, as plain values.
typealias World = [Identity<RandomItem>: RandomItem]

/// Random values, drawn from so few that equal ones are common.
struct RandomValues {
  var generator: SeededGenerator

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func text() -> String {
    let parts = ["a", "b", "é", "e\u{301}", "\u{e000}", "😀", "a\u{0}"]
    return (0..<number(0...2)).map { _ in parts[number(0...parts.count - 1)] }.joined()
  }

  /// Returns `nil` in a third of the cases.
  mutating func optional<V>(_ make: (inout RandomValues) -> V) -> V? {
    number(0...2) == 0 ? nil : make(&self)
  }

  mutating func state() -> RandomItem.State { RandomItem.State.allCases[number(0...2)] }

  mutating func identity(in world: World) -> Identity<RandomItem>? {
    world.keys.sorted().randomElement(using: &generator)
  }

  mutating func item(in world: World) -> RandomItem {
    RandomItem(
      title: text(), note: optional { $0.text() }, rank: number(-2...4),
      size: optional { $0.number(-1...3) }, weight: optional { Double($0.number(-4...4)) / 2 },
      state: state(), blocker: optional { $0.identity(in: world) } ?? nil)
  }
}
