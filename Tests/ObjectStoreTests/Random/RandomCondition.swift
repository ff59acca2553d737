import ObjectStore

/// A condition for the store and the same one in Swift.
struct RandomCondition {
  let filter: Filter<RandomItem>
  let holds: (RandomItem, World) -> Bool

  /// Returns a random condition. With `depth` 0, it has no other conditions inside.
  static func random(_ values: inout RandomValues, depth: Int = 3) -> RandomCondition {
    switch values.number(0...(depth > 0 ? 13 : 8)) {
    case 0: ranks(&values)
    case 1: sizes(&values)
    case 2: notes(&values)
    case 3: titles(&values)
    case 4: states(&values)
    case 5: presence(&values)
    case 6: properties(&values)
    case 7: expressions(&values)
    case 8: weights(&values)
    case 9: blocked(&values, depth)
    case 10: blocking(&values, depth)
    default: joined(&values, depth)
    }
  }

  private static func ranks(_ values: inout RandomValues) -> RandomCondition {
    let number = values.number(-2...4)
    return switch values.number(0...6) {
    case 0: .init(filter: \.rank == number) { item, _ in item.rank == number }
    case 1: .init(filter: \.rank != number) { item, _ in item.rank != number }
    case 2: .init(filter: \.rank < number) { item, _ in item.rank < number }
    case 3: .init(filter: \.rank <= number) { item, _ in item.rank <= number }
    case 4: .init(filter: \.rank > number) { item, _ in item.rank > number }
    case 5: .init(filter: \.rank >= number) { item, _ in item.rank >= number }
    default:
      .init(filter: number...(number + 2) ~= \.rank) { item, _ in
        (number...(number + 2)).contains(item.rank)
      }
    }
  }

  private static func sizes(_ values: inout RandomValues) -> RandomCondition {
    let number = values.optional { $0.number(-1...3) }
    func compare(_ item: RandomItem, _ isOrdered: (Int, Int) -> Bool) -> Bool {
      guard let size = item.size, let number else { return false }
      return isOrdered(size, number)
    }
    return switch values.number(0...3) {
    case 0: .init(filter: \.size == number) { item, _ in item.size == number }
    case 1: .init(filter: \.size != number) { item, _ in item.size != number }
    case 2: .init(filter: \.size < number) { item, _ in compare(item, <) }
    default: .init(filter: \.size >= number) { item, _ in compare(item, >=) }
    }
  }

  private static func notes(_ values: inout RandomValues) -> RandomCondition {
    let (text, part) = (values.optional { $0.text() }, values.text())
    return switch values.number(0...3) {
    case 0:
      .init(filter: \.note == text) { item, _ in
        item.note.map(Scalars.init) == text.map(Scalars.init)
      }
    case 1:
      .init(filter: \.note != text) { item, _ in
        item.note.map(Scalars.init) != text.map(Scalars.init)
      }
    case 2:
      .init(filter: .hasPrefix(\.note, part)) { item, _ in
        item.note.map { $0.utf8.starts(with: part.utf8) } ?? false
      }
    default:
      .init(filter: .contains(\.note, part)) { item, _ in
        item.note.map { Scalars($0).contains(Scalars(part)) } ?? false
      }
    }
  }

  private static func titles(_ values: inout RandomValues) -> RandomCondition {
    let (text, other) = (values.text(), values.text())
    return switch values.number(0...2) {
    case 0:
      .init(filter: \.title < text) { item, _ in Scalars(item.title) < Scalars(text) }
    case 1:
      .init(filter: .isIn(\.title, [text, other])) { item, _ in
        [Scalars(text), Scalars(other)].contains(Scalars(item.title))
      }
    default:
      .init(filter: .hasPrefix(\.title, text)) { item, _ in
        item.title.utf8.starts(with: text.utf8)
      }
    }
  }

  private static func states(_ values: inout RandomValues) -> RandomCondition {
    let states = (0..<values.number(0...2)).map { _ in values.state() }
    return .init(filter: .isIn(\.state, states)) { item, _ in states.contains(item.state) }
  }

  private static func presence(_ values: inout RandomValues) -> RandomCondition {
    switch values.number(0...2) {
    case 0: .init(filter: .isNil(\.note)) { item, _ in item.note == nil }
    case 1: .init(filter: .isNil(\.blocker)) { item, _ in item.blocker == nil }
    default: .init(filter: .all) { _, _ in true }
    }
  }

  private static func properties(_ values: inout RandomValues) -> RandomCondition {
    let amount = values.number(-2...2)
    return switch values.number(0...2) {
    case 0:
      .init(filter: \.rank + amount > 1) { item, _ in item.rank + amount > 1 }
    case 1:
      .init(filter: \.size * amount == 2) { item, _ in item.size.map { $0 * amount } == 2 }
    default:
      .init(filter: \RandomItem.rank - \RandomItem.rank == amount) { _, _ in amount == 0 }
    }
  }

  private static func expressions(_ values: inout RandomValues) -> RandomCondition {
    let number = values.number(0...2)
    return switch values.number(0...2) {
    case 0:
      .init(filter: .count(of: RandomItem.self, via: \.blocker) > number) { item, world in
        world.values.count { $0.blocker == item.id } > number
      }
    case 1:
      .init(filter: .sum(of: \RandomItem.rank, via: \.blocker) >= Int64(number)) { item, world in
        world.values.filter { $0.blocker == item.id }.reduce(0) { $0 + $1.rank } >= number
      }
    default:
      .init(filter: .coalesce(\.size, 1) == number) { item, _ in (item.size ?? 1) == number }
    }
  }

  private static func weights(_ values: inout RandomValues) -> RandomCondition {
    let number = Double(values.number(-4...4)) / 2
    return .init(filter: \.weight > number) { item, _ in item.weight.map { $0 > number } ?? false }
  }

  private static func blocked(_ values: inout RandomValues, _ depth: Int) -> RandomCondition {
    let inner = random(&values, depth: depth - 1)
    return .init(filter: .related(\.blocker, inner.filter)) { item, world in
      guard let blocker = item.blocker.flatMap({ world[$0] }) else { return false }
      return inner.holds(blocker, world)
    }
  }

  private static func blocking(_ values: inout RandomValues, _ depth: Int) -> RandomCondition {
    let inner = random(&values, depth: depth - 1)
    return .init(filter: .exists(RandomItem.self, via: \.blocker, where: inner.filter)) {
      item, world in
      world.values.contains { $0.blocker == item.id && inner.holds($0, world) }
    }
  }

  private static func joined(_ values: inout RandomValues, _ depth: Int) -> RandomCondition {
    let left = random(&values, depth: depth - 1)
    let right = random(&values, depth: depth - 1)
    return switch values.number(0...2) {
    case 0:
      .init(filter: left.filter && right.filter) { left.holds($0, $1) && right.holds($0, $1) }
    case 1:
      .init(filter: left.filter || right.filter) { left.holds($0, $1) || right.holds($0, $1) }
    default: .init(filter: !left.filter) { !left.holds($0, $1) }
    }
  }
}
