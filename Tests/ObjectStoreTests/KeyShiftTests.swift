import ObjectStore
import Synchronization
import Testing

/// An item of a list, at a position that no other item of the list has.
private struct Item: Entity {
  var id: Identity<Item> = .unassigned
  var list: Identity<Item>?
  var position: Int
  var label: String
  var version: Int64 = 1

  static let schema = Schema<Item>(
    "item",
    Property("id", \.id),
    Property("list", \.list, references: Item.self, onDelete: .cascade),
    Property("position", \.position, .within(0...100)),
    Property("label", \.label, .maximumLength(3)),
    .version("version", \.version),
    make: Item.init,
    unique: [.on(\.list, \.position), .on(\.label)])

  static let model = Model(version: 1, applicationID: 7, entities: [Item.self])
}

/// Batch updates whose objects take the keys of one another.
@Suite struct KeyShiftTests {
  let folder = StoreFolder()

  /// Creates a store with a list of items at the positions 0 to 9, labeled `a` to `j`.
  private func list(_ kind: Kind) throws -> (Store, Identity<Item>) {
    let store = try folder.store(kind, model: Item.model)
    let list = try store.insert(Item(position: 0, label: "-"))
    try store.execute(
      BatchInsert(
        "abcdefghij".enumerated().map {
          Item(list: list, position: $0.offset, label: "\($0.element)")
        }, returning: .status))
    return (store, list)
  }

  /// The labels of the list's items by position.
  private func labels(_ store: Store, _ list: Identity<Item>) throws -> [String] {
    try store.fetch(FetchRequest(Item.self, where: \.list == list, sortedBy: [.ascending(\.id)]))
      .map { "\($0.label)\($0.position)" }
  }

  @Test(arguments: Kind.allCases)
  func `a range of keys is shifted`(kind: Kind) throws {
    let (store, list) = try list(kind)
    let shift = BatchUpdate(Item.self, where: \.position >= 4 && \.list == list, returning: .count)
    #expect(try store.execute(shift.setting(\.position, to: \.position + 1)) == 6)
    #expect(try labels(store, list).suffix(7) == ["d3", "e5", "f6", "g7", "h8", "i9", "j10"])
    let back = BatchUpdate(Item.self, where: \.position >= 5, returning: .identities)
      .setting(\.position, to: \.position - 1)
    #expect(try store.execute(back).map(\.rawValue) == [6, 7, 8, 9, 10, 11])
    #expect(try labels(store, list).suffix(2) == ["i8", "j9"])
    #expect(try store.count(FetchRequest(Item.self, where: \.version == 3)) == 6)
  }

  @Test(arguments: Kind.allCases)
  func `two objects swap their keys within a transaction`(kind: Kind) throws {
    let (store, list) = try list(kind)
    try store.write { transaction throws(StoreError) in
      try transaction.insert(Item(list: list, position: 50, label: "x"))
      try transaction.execute(
        BatchUpdate(Item.self, where: 1...2 ~= \.position, returning: .status)
          .setting(
            \.position, to: .cases([(\.position == 1, .constant(2))], otherwise: .constant(1))
          )
          .setting(
            \.label, to: .cases([(\.label == "b", .constant("c"))], otherwise: .constant("b"))))
    }
    #expect(try labels(store, list).prefix(4) == ["a0", "c2", "b1", "d3"])
    #expect(try labels(store, list).last == "x50")
  }

  @Test(arguments: Kind.allCases)
  func `keys that refer to objects are swapped, too`(kind: Kind) throws {
    let (store, list) = try list(kind)
    let other = try store.insert(Item(position: 1, label: "o"))
    try store.insert(Item(list: other, position: 3, label: "z"))
    func swap(with target: Identity<Item>) -> BatchUpdate<Item, Void> {
      let isListed: Filter<Item> = \.list == list
      return BatchUpdate(Item.self, where: \.position == 3, returning: .status)
        .setting(\.list, to: .cases([(isListed, .constant(other))], otherwise: .constant(target)))
    }
    try store.execute(swap(with: list))
    #expect(try labels(store, other) == ["d3"])
    #expect(try labels(store, list).last == "z3")
    // A reference to nothing is still refused.
    let violation = try expectViolation {
      try store.execute(swap(with: Identity(rawValue: 99)))
    }
    #expect(violation.kind == .reference(to: "Item"))
  }

  @Test(arguments: Kind.allCases)
  func `observers hear of each shifted object once`(kind: Kind) throws {
    let (store, _) = try list(kind)
    let counts = Mutex<[Int]>([])
    let observation = store.observe { changes in
      counts.withLock { $0.append(changes.count(of: Item.self, .updated)) }
    }
    try store.execute(
      BatchUpdate(Item.self, where: !.isNil(\.list), returning: .status)
        .setting(\.position, to: \.position + 1))
    #expect(counts.withLock(\.self) == [10])
    withExtendedLifetime(observation) {}
  }

  @Test(arguments: Kind.allCases)
  func `a lasting collision or a broken rule changes nothing`(kind: Kind) throws {
    let (store, list) = try list(kind)
    let before = try labels(store, list)
    for isInTransaction in [false, true] {
      func execute(_ request: BatchUpdate<Item, Void>) throws -> Violation {
        try expectViolation {
          guard isInTransaction else { return try store.execute(request) }
          try store.write { transaction throws(StoreError) in
            try transaction.delete(Identity<Item>(rawValue: 99))
            try transaction.execute(request)
          }
        }
      }
      let collision = try execute(
        BatchUpdate(Item.self, where: \.position < 4 && \.list == list, returning: .status)
          .setting(\.position, to: \.position + 1))
      #expect(collision.kind == .unique)
      #expect(collision.properties == ["list", "position"])
      #expect(collision.rows == 1)
      let rule = try execute(
        BatchUpdate(Item.self, where: \.list == list, returning: .status)
          .setting(\.position, to: \.position + 92))
      #expect(rule.kind == .rule("within"))
      #expect(rule.rows == 1)
    }
    #expect(try labels(store, list) == before)
    // The rules hold again after a shift.
    #expect(throws: StoreError.self) { try store.insert(Item(position: 200, label: "y")) }
  }
}
