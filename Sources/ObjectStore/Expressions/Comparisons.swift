/// Returns the predicate that two expressions are equal, or that they differ if `isNegated` is
/// `true`. Treats `nil` as a value like any other. If the type is not optional, uses `=` and `<>`,
/// which SQLite's indexes support best.
private func equality<E: Entity, V: ColumnValue>(
  _ left: Expression<E, V>, _ right: Expression<E, V>, isNegated: Bool
) -> Predicate<E> {
  let comparison: SQLTerm.Comparison =
    V.isOptional ? (isNegated ? .notSame : .same) : (isNegated ? .notEqual : .equal)
  return Predicate(.compare(left.term, comparison, right.term))
}

/// Returns the predicate that compares two expressions with `<`, `<=`, `>`, or `>=`. The predicate
/// is false if one of the expressions is `nil`.
private func order<E: Entity, V: ColumnValue>(
  _ left: Expression<E, V>, _ comparison: SQLTerm.Comparison, _ right: Expression<E, V>
) -> Predicate<E> {
  Predicate(.compare(left.term, comparison, right.term))
}

/// Matches objects whose property equals a value. `nil` equals only `nil`.
package func == <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { equality(Expression(path), .constant(value), isNegated: false) }

/// Matches objects whose property differs from a value. `nil` differs from every other value.
package func != <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { equality(Expression(path), .constant(value), isNegated: true) }

/// Matches objects for which an expression equals a value. `nil` equals only `nil`.
package func == <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { equality(expression, .constant(value), isNegated: false) }

/// Matches objects for which an expression differs from a value. `nil` differs from every
/// other value.
package func != <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { equality(expression, .constant(value), isNegated: true) }

/// Matches objects whose two properties are equal or both `nil`.
package func == <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { equality(Expression(left), Expression(right), isNegated: false) }

/// Matches objects whose two properties differ, including those where only one is `nil`.
package func != <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { equality(Expression(left), Expression(right), isNegated: true) }

/// Matches objects for which two expressions are equal or both `nil`.
package func == <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { equality(left, right, isNegated: false) }

/// Matches objects for which two expressions differ, including those where only one is `nil`.
package func != <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { equality(left, right, isNegated: true) }

/// Matches objects whose property is less than a value and not `nil`.
package func < <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .less, .constant(value)) }

/// Matches objects whose property is at most a value and not `nil`.
package func <= <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .atMost, .constant(value)) }

/// Matches objects whose property is greater than a value and not `nil`.
package func > <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .greater, .constant(value)) }

/// Matches objects whose property is at least a value and not `nil`.
package func >= <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, value: V
) -> Predicate<E> { order(Expression(path), .atLeast, .constant(value)) }

/// Matches objects for which an expression is less than a value and not `nil`.
package func < <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .less, .constant(value)) }

/// Matches objects for which an expression is at most a value and not `nil`.
package func <= <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .atMost, .constant(value)) }

/// Matches objects for which an expression is greater than a value and not `nil`.
package func > <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .greater, .constant(value)) }

/// Matches objects for which an expression is at least a value and not `nil`.
package func >= <E: Entity, V: ColumnValue>(
  expression: Expression<E, V>, value: V
) -> Predicate<E> { order(expression, .atLeast, .constant(value)) }

/// Matches objects whose left property is less than the right one. A `nil` never matches.
package func < <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .less, Expression(right)) }

/// Matches objects whose left property is at most the right one. A `nil` never matches.
package func <= <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .atMost, Expression(right)) }

/// Matches objects whose left property is greater than the right one. A `nil` never matches.
package func > <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .greater, Expression(right)) }

/// Matches objects whose left property is at least the right one. A `nil` never matches.
package func >= <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Predicate<E> { order(Expression(left), .atLeast, Expression(right)) }

/// Matches objects for which the left expression is less than the right one. A `nil` never matches.
package func < <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .less, right) }

/// Matches objects for which the left expression is at most the right one. A `nil` never matches.
package func <= <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .atMost, right) }

/// Matches objects for which the left expression is greater than the right one. A `nil` never
/// matches.
package func > <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .greater, right) }

/// Matches objects for which the left expression is at least the right one. A `nil` never matches.
package func >= <E: Entity, V: ColumnValue>(
  left: Expression<E, V>, right: Expression<E, V>
) -> Predicate<E> { order(left, .atLeast, right) }

/// Matches objects whose property lies in a range, bounds included, as in `1...5 ~= \.size`.
package func ~= <E: Entity, V: ColumnValue>(
  range: ClosedRange<V>, path: KeyPath<E, V>
) -> Predicate<E> {
  Predicate(
    .between(Expression(path).term, .value(range.lowerBound.value), .value(range.upperBound.value)))
}
