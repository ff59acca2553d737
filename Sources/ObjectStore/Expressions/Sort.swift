/// One criterion of an order of objects.
package struct Sort<E: Entity>: Sendable {
  let term: SQLTerm
  let isDescending: Bool

  package static func ascending(_ path: KeyPath<E, some ColumnValue>) -> Sort {
    Sort(term: .property(Column.offset(of: path)), isDescending: false)
  }

  package static func descending(_ path: KeyPath<E, some ColumnValue>) -> Sort {
    Sort(term: .property(Column.offset(of: path)), isDescending: true)
  }

  package static func ascending(_ expression: Expression<E, some ColumnValue>) -> Sort {
    Sort(term: expression.term, isDescending: false)
  }

  package static func descending(_ expression: Expression<E, some ColumnValue>) -> Sort {
    Sort(term: expression.term, isDescending: true)
  }
}
