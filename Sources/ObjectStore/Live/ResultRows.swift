/// The rows of a live result in their order.
struct ResultRows<E: Entity>: Sendable {
  private let order: ResultOrder<E>
  /// The identities in the order of the result. Large objects need not be moved.
  private(set) var identities: [Identity<E>] = []
  private var rows: [Identity<E>: ResultRow<E>] = [:]

  init(_ rows: [ResultRow<E>], in order: ResultOrder<E>) {
    self.order = order
    identities = rows.map(\.object.id)
    self.rows = Dictionary(rows.map { ($0.object.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the row of an object, or `nil` if it does not belong to the result.
  subscript(identity: Identity<E>) -> ResultRow<E>? { rows[identity] }

  /// The last row, or `nil` if there is none.
  var last: ResultRow<E>? { identities.last.flatMap { rows[$0] } }

  /// Returns whether a row comes before the last one.
  func isBeforeEnd(_ row: ResultRow<E>) -> Bool {
    last.map { order.isOrdered(row, before: $0) } ?? false
  }

  /// Returns the changed objects with their rows in `others`, or with `nil` if `others` does not
  /// contain them.
  func differences(from others: [ResultRow<E>]) -> [(Identity<E>, ResultRow<E>?)] {
    let remaining = Set(others.map(\.object.id))
    var differences: [(Identity<E>, ResultRow<E>?)] =
      identities.filter { !remaining.contains($0) }.map { ($0, nil) }
    for row in others where rows[row.object.id]?.isSame(as: row) != true {
      differences.append((row.object.id, row))
    }
    return differences
  }

  /// Whether a new row, or `nil` for a removal, changes the position of an object.
  func movesObject(_ identity: Identity<E>, to row: ResultRow<E>?) -> Bool {
    guard let row, let old = rows[identity] else { return true }
    return order.isOrdered(row, before: old) || order.isOrdered(old, before: row)
  }

  /// Replaces the row of an object, or removes it if `row` is `nil`. Returns the change, or `nil`
  /// if there is none.
  mutating func replace(
    _ identity: Identity<E>, with row: ResultRow<E>?
  ) -> PositionChange<E>? {
    guard let old = rows[identity] else {
      guard let row else { return nil }
      let position = position(of: row)
      rows[identity] = row
      identities.insert(identity, at: position)
      return .inserted(row.object, at: position)
    }
    if let row, row.isSame(as: old) { return nil }
    let position = position(of: old)
    guard let row else {
      rows[identity] = nil
      identities.remove(at: position)
      return .deleted(identity, at: position)
    }
    guard movesObject(identity, to: row) else {
      rows[identity] = row
      return .updated(row.object, at: position)
    }
    identities.remove(at: position)
    let target = self.position(of: row)
    rows[identity] = row
    identities.insert(identity, at: target)
    return target == position
      ? .updated(row.object, at: position) : .moved(row.object, from: position, to: target)
  }

  /// Returns the position of a row, or the one where it belongs, by binary search.
  func position(of row: ResultRow<E>) -> Int {
    var (start, end) = (0, identities.count)
    while start < end {
      let middle = start + (end - start) / 2
      if let other = rows[identities[middle]], order.isOrdered(other, before: row) {
        start = middle + 1
      } else {
        end = middle
      }
    }
    return start
  }
}
