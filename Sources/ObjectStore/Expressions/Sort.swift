/// A sort criterion for objects: a property or an expression, and a direction.
package struct Sort<E: Entity>: Sendable {
  let term: SQLTerm
  let isDescending: Bool

  /// Sorts by a property, with `nil` first.
  package static func ascending(_ path: KeyPath<E, some ColumnValue>) -> Sort {
    Sort(term: .property(Column.offset(of: path)), isDescending: false)
  }

  /// Sorts by a property in descending order, with `nil` last.
  package static func descending(_ path: KeyPath<E, some ColumnValue>) -> Sort {
    Sort(term: .property(Column.offset(of: path)), isDescending: true)
  }

  /// Sorts by an expression, with `nil` first.
  package static func ascending(_ expression: ValueExpression<E, some ColumnValue>) -> Sort {
    Sort(term: expression.term, isDescending: false)
  }

  /// Sorts by an expression in descending order, with `nil` last.
  package static func descending(_ expression: ValueExpression<E, some ColumnValue>) -> Sort {
    Sort(term: expression.term, isDescending: true)
  }
}
