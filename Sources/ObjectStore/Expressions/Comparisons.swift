/// Equality treats nil as a value; of properties that are never nil it is SQL's own, which indexes serve best.
private func equality<E: Entity, V: ColumnValue>(
  _ left: Expression<E, V>, _ right: Expression<E, V>, isNegated: Bool
) -> Predicate<E> {
  let comparison: SQLTerm.Comparison =
    V.isOptional ? (isNegated ? .notSame : .same) : (isNegated ? .notEqual : .equal)
  return Predicate(.compare(left.term, comparison, right.term))
}

private func order<E: Entity, V: ColumnValue>(
  _ left: Expression<E, V>, _ comparison: SQLTerm.Comparison, _ right: Expression<E, V>
) -> Predicate<E> {
  Predicate(.compare(left.term, comparison, right.term))
}

package func == <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { equality(Expression(path), .constant(value), isNegated: false) }

package func != <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { equality(Expression(path), .constant(value), isNegated: true) }

package func == <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { equality(expression, .constant(value), isNegated: false) }

package func != <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { equality(expression, .constant(value), isNegated: true) }

package func == <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { equality(Expression(left), Expression(right), isNegated: false) }

package func != <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { equality(Expression(left), Expression(right), isNegated: true) }

package func == <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { equality(left, right, isNegated: false) }

package func != <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { equality(left, right, isNegated: true) }

package func < <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .less, .constant(value)) }

package func <= <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .atMost, .constant(value)) }

package func > <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .greater, .constant(value)) }

package func >= <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .atLeast, .constant(value)) }

package func < <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .less, .constant(value)) }

package func <= <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .atMost, .constant(value)) }

package func > <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .greater, .constant(value)) }

package func >= <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .atLeast, .constant(value)) }

package func < <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .less, Expression(right)) }

package func <= <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .atMost, Expression(right)) }

package func > <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .greater, Expression(right)) }

package func >= <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .atLeast, Expression(right)) }

package func < <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .less, right) }

package func <= <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .atMost, right) }

package func > <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .greater, right) }

package func >= <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .atLeast, right) }

/// The property lies in a range: `1...5 ~= \.size`.
package func ~= <E: Entity, V: ColumnValue>(
  range: ClosedRange<V>, path: KeyPath<E, V>
) -> Predicate<E> {
  Predicate(
    .between(Expression(path).term, .value(range.lowerBound.value), .value(range.upperBound.value)))
}
