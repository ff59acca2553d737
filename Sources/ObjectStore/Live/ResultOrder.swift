/// The order of a live result: by the sort criteria of its request, then by identity.
struct ResultOrder<E: Entity>: Sendable {
  /// A sort criterion: the value of a property, or of a term that SQLite computes.
  private enum Value {
    case property(Column)
    /// The index among the computed values of a row.
    case computed(Int)
  }

  private let criteria: [(value: Value, isDescending: Bool)]
  /// The terms whose values are in ``ResultRow/computed``.
  let computedTerms: [SQLTerm]

  init(_ sorts: [Sort<E>]) {
    var terms: [SQLTerm] = []
    criteria = sorts.map { sort in
      if case .property(let offset) = sort.term {
        return (.property(E.table.column(at: offset)), sort.isDescending)
      }
      terms.append(sort.term)
      return (.computed(terms.count - 1), sort.isDescending)
    }
    computedTerms = terms
  }

  /// Returns whether a row comes before another one.
  func isOrdered(_ left: ResultRow<E>, before right: ResultRow<E>) -> Bool {
    for (value, isDescending) in criteria {
      let (one, other) = (self.value(value, of: left), self.value(value, of: right))
      if one.isOrdered(before: other) { return !isDescending }
      if other.isOrdered(before: one) { return isDescending }
    }
    return left.object.id < right.object.id
  }

  private func value(_ value: Value, of row: ResultRow<E>) -> StoredValue {
    switch value {
    case .property(let column): column.value(in: row.object)
    case .computed(let index): row.computed[index]
    }
  }
}
