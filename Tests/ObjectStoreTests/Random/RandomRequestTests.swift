import ObjectStore
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random requests, compared with the same work on plain Swift values. `scripts/test-store-random`
/// makes more of them.
@Suite struct RandomRequestTests {
  /// The number of requests. Every hundred of them use a store of their own.
  static let count =
    unsafe getenv("BOOTSTRAP_RANDOM_REQUESTS")
    .flatMap { unsafe Int(String(cString: $0)) } ?? 600

  @Test(arguments: 0..<max(1, count / 100))
  func `requests do what they do in plain Swift`(seed: Int) throws {
    let store = try Store(.memory, model: RandomItem.model)
    var values = RandomValues(generator: SeededGenerator(seed: UInt64(seed)))
    var world: World = [:]
    for number in 0..<100 {
      let place = "seed \(seed), request \(number)"
      try store.write { transaction in
        try run(transaction, &world, &values, place)
        let stored = try transaction.fetch(
          FetchRequest(RandomItem.self, sortedBy: [.ascending(\.id)]))
        try #require(stored == world.values.sorted { $0.id < $1.id }, "\(place)")
      }
    }
    #expect(try store.verify() == [])
  }

  /// Makes one random request.
  private func run(
    _ transaction: borrowing Transaction, _ world: inout World, _ values: inout RandomValues,
    _ place: String
  ) throws {
    switch world.count < 3 ? 0 : values.number(0...9) {
    case 0, 1: try insert(transaction, &world, &values)
    case 2: try update(transaction, &world, &values)
    case 3, 4: try updateBatch(transaction, &world, &values, place)
    case 5: try deleteBatch(transaction, &world, &values, place)
    case 6: try select(transaction, world, &values, place)
    default: try fetch(transaction, world, &values, place)
    }
  }

  private func insert(
    _ transaction: borrowing Transaction, _ world: inout World, _ values: inout RandomValues
  ) throws {
    let items = (0..<values.number(1...3)).map { _ in values.item(in: world) }
    let identities = try transaction.execute(BatchInsert(items, returning: .identities))
    for (var item, identity) in zip(items, identities) {
      item.id = identity
      world[identity] = item
    }
  }

  private func update(
    _ transaction: borrowing Transaction, _ world: inout World, _ values: inout RandomValues
  ) throws {
    guard let identity = values.identity(in: world), let old = world[identity] else { return }
    var new = old
    let other = values.item(in: world)
    if values.number(0...1) == 0 { new.title = other.title }
    if values.number(0...1) == 0 { new.note = other.note }
    if values.number(0...1) == 0 { new.rank = other.rank }
    if values.number(0...1) == 0 { new.blocker = other.blocker }
    try transaction.update(new, from: values.number(0...1) == 0 ? old : nil)
    world[identity] = new
  }

  private func updateBatch(
    _ transaction: borrowing Transaction, _ world: inout World, _ values: inout RandomValues,
    _ place: String
  ) throws {
    let condition = RandomCondition.random(&values)
    let (other, before) = (RandomCondition.random(&values, depth: 1), world)
    let (item, amount) = (values.item(in: world), values.number(-1...1))
    var request = BatchUpdate(RandomItem.self, where: condition.filter, returning: .identities)
    let chosen = before.values.filter { condition.holds($0, before) }
    let kind = values.number(0...4)
    switch kind {
    case 0: request = request.setting(\.note, to: item.note).setting(\.rank, to: \.rank + amount)
    case 1: request = request.setting(\.blocker, to: item.blocker)
    case 2:
      request = request.setting(
        \.rank,
        to: .cases(
          [(other.filter, .constant(item.rank))], otherwise: .property(\.rank)))
    case 3: request = request.setting(\.rank, to: .count(of: RandomItem.self, via: \.blocker))
    default: request = request.setting(\.state, to: item.state).setting(\.size, toValueOf: \.rank)
    }
    for old in chosen {
      var new = old
      switch kind {
      case 0: (new.note, new.rank) = (item.note, old.rank + amount)
      case 1: new.blocker = item.blocker
      case 2: new.rank = other.holds(old, before) ? item.rank : old.rank
      case 3: new.rank = before.values.count { $0.blocker == old.id }
      default: (new.state, new.size) = (item.state, old.rank)
      }
      world[old.id] = new
    }
    let changed = try transaction.execute(request)
    try #require(changed.sorted() == chosen.map(\.id).sorted(), "\(place): \(condition.filter)")
  }

  private func deleteBatch(
    _ transaction: borrowing Transaction, _ world: inout World, _ values: inout RandomValues,
    _ place: String
  ) throws {
    let condition = RandomCondition.random(&values)
    let chosen = Set(world.values.filter { condition.holds($0, world) }.map(\.id))
    // Keeps some items for the next requests.
    guard chosen.count * 2 < world.count else { return }
    let deleted = try transaction.execute(
      BatchDelete(RandomItem.self, where: condition.filter, returning: .identities))
    try #require(deleted.sorted() == chosen.sorted(), "\(place): \(condition.filter)")
    for identity in chosen { world[identity] = nil }
    for item in world.values where item.blocker.map(chosen.contains) == true {
      world[item.id]?.blocker = nil
    }
  }

  private func select(
    _ transaction: borrowing Transaction, _ world: World, _ values: inout RandomValues,
    _ place: String
  ) throws {
    let condition = RandomCondition.random(&values)
    let found = try transaction.select(
      .property(\RandomItem.state), .count(), .sum(\.rank), .sum(\.size),
      from: FetchRequest(where: condition.filter, sortedBy: [.ascending(\.state)]),
      grouped: .by(\.state))
    let groups = Dictionary(
      grouping: world.values.filter { condition.holds($0, world) }, by: \.state)
    let expected = groups.sorted { $0.key.rawValue < $1.key.rawValue }.map { state, items in
      "\(state) \(items.count) \(items.reduce(0) { $0 + $1.rank }) "
        + "\(items.reduce(0) { $0 + ($1.size ?? 0) })"
    }
    try #require(
      found.map { "\($0.0) \($0.1) \($0.2) \($0.3)" } == expected,
      "\(place): \(condition.filter)")
  }

  private func fetch(
    _ transaction: borrowing Transaction, _ world: World, _ values: inout RandomValues,
    _ place: String
  ) throws {
    let condition = RandomCondition.random(&values)
    let (order, isOrdered) = Self.order(&values)
    let limit = values.optional { $0.number(0...4) }
    let offset = values.number(0...2)
    let request = FetchRequest(
      where: condition.filter, sortedBy: order, limit: limit, offset: offset)
    let sorted = world.values.filter { condition.holds($0, world) }.sorted(by: isOrdered)
    let expected = Array(sorted.dropFirst(offset).prefix(limit ?? .max))
    try #require(try transaction.fetch(request) == expected, "\(place): \(condition.filter)")
    try #require(
      try transaction.identities(request) == expected.map(\.id), "\(place): \(condition.filter)")
    try #require(try transaction.exists(request) == !expected.isEmpty, "\(place)")
    try #require(try transaction.first(request) == expected.first, "\(place)")
  }

  /// Returns a random order, and the same one in Swift. The identity decides last.
  private static func order(
    _ values: inout RandomValues
  ) -> ([Sort<RandomItem>], (RandomItem, RandomItem) -> Bool) {
    // In both orders, `nil` comes before every value.
    func isLess<V: Comparable>(_ left: V?, _ right: V?) -> Bool {
      guard let right else { return false }
      return left.map { $0 < right } ?? true
    }
    let choices: [(Sort<RandomItem>, (RandomItem, RandomItem) -> Bool)] = [
      (.ascending(\.title), { Scalars($0.title) < Scalars($1.title) }),
      (.descending(\.note), { isLess($1.note.map(Scalars.init), $0.note.map(Scalars.init)) }),
      (.ascending(\.rank), { $0.rank < $1.rank }),
      (.descending(\.size), { isLess($1.size, $0.size) }),
      (.ascending(\.weight), { isLess($0.weight, $1.weight) }),
      (.ascending(.coalesce(\.size, 1)), { ($0.size ?? 1) < ($1.size ?? 1) }),
    ]
    let criteria =
      (0..<values.number(0...2)).map { _ in choices[values.number(0...choices.count - 1)] }
      + [(.ascending(\.id), { $0.id < $1.id })]
    return (
      criteria.map(\.0),
      { left, right in
        for (_, isLess) in criteria {
          if isLess(left, right) { return true }
          if isLess(right, left) { return false }
        }
        return false
      }
    )
  }
}
