/// A value computed from an object's properties by SQLite: `\.size + 1`, `.coalesce(\.note, "")`.
package struct Expression<E: Entity, V: ColumnValue>: Sendable {
  let term: SQLTerm

  init(_ term: SQLTerm) { self.term = term }

  /// The value of a property.
  package init(_ path: KeyPath<E, V>) { term = .property(Column.offset(of: path)) }

  package static func constant(_ value: V) -> Expression { Expression(.value(value.value)) }

  /// The property's value, or another where it is nil (`coalesce`).
  package static func coalesce(_ path: KeyPath<E, V?>, _ otherwise: V) -> Expression {
    Expression(
      .function("coalesce", [.property(Column.offset(of: path)), .value(otherwise.value)]))
  }

  /// The value of the first branch whose condition holds (`CASE`).
  package static func cases(
    _ branches: [(Predicate<E>, Expression<E, V>)], otherwise: Expression<E, V>
  ) -> Expression {
    Expression(
      .cases(
        branches.map { SQLTerm.Branch(condition: $0.0.term, result: $0.1.term) },
        otherwise: otherwise.term))
  }
}

extension Expression where V == Int {
  /// The number of characters of a text, or of bytes of a blob.
  package static func length(_ path: KeyPath<E, some ColumnValue>) -> Expression {
    Expression(.function("length", [.property(Column.offset(of: path))]))
  }

  /// How many objects of another entity refer to this one, and satisfy a predicate.
  package static func count<Other: Entity>(
    of _: Other.Type, via reference: KeyPath<Other, Identity<E>>,
    where predicate: Predicate<Other>? = nil
  ) -> Expression {
    Expression(
      .correlated(
        "count", nil,
        Subquery(
          target: Other.self, reference: Column.offset(of: reference), condition: predicate?.term)))
  }
}

extension Expression where V == Int64 {
  /// The sum of a property over the objects of another entity that refer to this one; 0 without any.
  package static func sum<Other: Entity>(
    of path: KeyPath<Other, some ColumnValue>, via reference: KeyPath<Other, Identity<E>>,
    where predicate: Predicate<Other>? = nil
  ) -> Expression {
    let sum = SQLTerm.correlated(
      "sum", .property(Column.offset(of: path)),
      Subquery(
        target: Other.self, reference: Column.offset(of: reference), condition: predicate?.term))
    return Expression(.function("coalesce", [sum, .value(.integer(0))]))
  }
}

package func + <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, amount: V
) -> Expression<E, V> { Expression(path) + amount }

package func - <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, amount: V
) -> Expression<E, V> { Expression(path) - amount }

package func * <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, factor: V
) -> Expression<E, V> { Expression(path) * factor }

package func + <E: Entity, V: ColumnValue & Numeric>(
  left: Expression<E, V>, amount: V
) -> Expression<E, V> { Expression(.arithmetic(left.term, .plus, .value(amount.value))) }

package func - <E: Entity, V: ColumnValue & Numeric>(
  left: Expression<E, V>, amount: V
) -> Expression<E, V> { Expression(.arithmetic(left.term, .minus, .value(amount.value))) }

package func * <E: Entity, V: ColumnValue & Numeric>(
  left: Expression<E, V>, factor: V
) -> Expression<E, V> { Expression(.arithmetic(left.term, .times, .value(factor.value))) }

package func + <E: Entity, V: ColumnValue & Numeric>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Expression<E, V> {
  Expression(.arithmetic(Expression(left).term, .plus, Expression(right).term))
}

package func + <E: Entity>(path: KeyPath<E, String>, suffix: String) -> Expression<E, String> {
  Expression(.arithmetic(Expression(path).term, .concatenated, .value(.text(suffix))))
}
