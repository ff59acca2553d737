/// Returns the predicate that two expressions are equal, or that they differ if `isNegated` is
/// `true`. Treats `nil` as a value like any other. If the type is not optional, uses `=` and `<>`,
/// which SQLite's indexes support best.
private func equality<E: Entity, V: ColumnValue>(
  _ left: ValueExpression<E, V>, _ right: ValueExpression<E, V>, isNegated: Bool
) -> Filter<E> {
  let comparison: SQLTerm.Comparison =
    V.isOptional ? (isNegated ? .notSame : .same) : (isNegated ? .notEqual : .equal)
  return Filter(
    .compare(left.term, comparison, right.term), around: left.nested, right.nested)
}

/// Returns the predicate that compares two expressions with `<`, `<=`, `>`, or `>=`. The predicate
/// is false if one of the expressions is `nil`.
private func order<E: Entity, V: ColumnValue>(
  _ left: ValueExpression<E, V>, _ comparison: SQLTerm.Comparison, _ right: ValueExpression<E, V>
) -> Filter<E> {
  Filter(.compare(left.term, comparison, right.term), around: left.nested, right.nested)
}

/// Matches objects whose property equals a value. `nil` equals only `nil`.
package func == <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Filter<E> { equality(ValueExpression(path), .constant(value), isNegated: false) }

/// Matches objects whose property differs from a value. `nil` differs from every other value.
package func != <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Filter<E> { equality(ValueExpression(path), .constant(value), isNegated: true) }

/// Matches objects for which an expression equals a value. `nil` equals only `nil`.
package func == <E: Entity, V: ColumnValue>(
  expression: ValueExpression<E, V>, value: V
) -> Filter<E> { equality(expression, .constant(value), isNegated: false) }

/// Matches objects for which an expression differs from a value. `nil` differs from every
/// other value.
package func != <E: Entity, V: ColumnValue>(
  expression: ValueExpression<E, V>, value: V
) -> Filter<E> { equality(expression, .constant(value), isNegated: true) }

/// Matches objects whose two properties are equal or both `nil`.
package func == <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Filter<E> { equality(ValueExpression(left), ValueExpression(right), isNegated: false) }

/// Matches objects whose two properties differ, including those where only one is `nil`.
package func != <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Filter<E> { equality(ValueExpression(left), ValueExpression(right), isNegated: true) }

/// Matches objects for which two expressions are equal or both `nil`.
package func == <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, right: ValueExpression<E, V>
) -> Filter<E> { equality(left, right, isNegated: false) }

/// Matches objects for which two expressions differ, including those where only one is `nil`.
package func != <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, right: ValueExpression<E, V>
) -> Filter<E> { equality(left, right, isNegated: true) }

/// Matches objects whose property is less than a value and not `nil`.
package func < <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Filter<E> { order(ValueExpression(path), .less, .constant(value)) }

/// Matches objects whose property is at most a value and not `nil`.
package func <= <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Filter<E> { order(ValueExpression(path), .atMost, .constant(value)) }

/// Matches objects whose property is greater than a value and not `nil`.
package func > <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Filter<E> { order(ValueExpression(path), .greater, .constant(value)) }

/// Matches objects whose property is at least a value and not `nil`.
package func >= <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Filter<E> { order(ValueExpression(path), .atLeast, .constant(value)) }

/// Matches objects for which an expression is less than a value and not `nil`.
package func < <E: Entity, V: ColumnValue>(
  expression: ValueExpression<E, V>, value: V
) -> Filter<E> { order(expression, .less, .constant(value)) }

/// Matches objects for which an expression is at most a value and not `nil`.
package func <= <E: Entity, V: ColumnValue>(
  expression: ValueExpression<E, V>, value: V
) -> Filter<E> { order(expression, .atMost, .constant(value)) }

/// Matches objects for which an expression is greater than a value and not `nil`.
package func > <E: Entity, V: ColumnValue>(
  expression: ValueExpression<E, V>, value: V
) -> Filter<E> { order(expression, .greater, .constant(value)) }

/// Matches objects for which an expression is at least a value and not `nil`.
package func >= <E: Entity, V: ColumnValue>(
  expression: ValueExpression<E, V>, value: V
) -> Filter<E> { order(expression, .atLeast, .constant(value)) }

/// Matches objects whose left property is less than the right one. A `nil` never matches.
package func < <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Filter<E> { order(ValueExpression(left), .less, ValueExpression(right)) }

/// Matches objects whose left property is at most the right one. A `nil` never matches.
package func <= <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Filter<E> { order(ValueExpression(left), .atMost, ValueExpression(right)) }

/// Matches objects whose left property is greater than the right one. A `nil` never matches.
package func > <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Filter<E> { order(ValueExpression(left), .greater, ValueExpression(right)) }

/// Matches objects whose left property is at least the right one. A `nil` never matches.
package func >= <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Filter<E> { order(ValueExpression(left), .atLeast, ValueExpression(right)) }

/// Matches objects for which the left expression is less than the right one. A `nil` never matches.
package func < <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, right: ValueExpression<E, V>
) -> Filter<E> { order(left, .less, right) }

/// Matches objects for which the left expression is at most the right one. A `nil` never matches.
package func <= <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, right: ValueExpression<E, V>
) -> Filter<E> { order(left, .atMost, right) }

/// Matches objects for which the left expression is greater than the right one. A `nil` never
/// matches.
package func > <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, right: ValueExpression<E, V>
) -> Filter<E> { order(left, .greater, right) }

/// Matches objects for which the left expression is at least the right one. A `nil` never matches.
package func >= <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, right: ValueExpression<E, V>
) -> Filter<E> { order(left, .atLeast, right) }

/// Matches objects whose property lies in a range, bounds included, as in `1...5 ~= \.size`. `nil`
/// lies in no range.
package func ~= <E: Entity, V: ColumnValue>(
  range: ClosedRange<V.Content>, path: KeyPath<E, V>
) -> Filter<E> {
  Filter(
    .between(
      ValueExpression(path).term, .value(range.lowerBound.value), .value(range.upperBound.value)))
}
