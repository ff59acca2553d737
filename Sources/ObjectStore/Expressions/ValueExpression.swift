/// A value that SQLite computes from an object's properties: `\.size + 1`, `.coalesce(\.note, "")`.
package struct ValueExpression<E: Entity, V: ColumnValue>: Sendable {
  let nested: NestedTerm
  var term: SQLTerm { nested.term }

  init(_ term: SQLTerm, around parts: NestedTerm?...) {
    nested = NestedTerm(term, around: parts.compactMap(\.self))
  }

  init(_ nested: NestedTerm) { self.nested = nested }

  /// Creates an expression for the value of a property.
  package init(_ path: KeyPath<E, V>) { self.init(.property(Column.offset(of: path))) }

  /// Returns an expression for a constant, which becomes a bound parameter.
  package static func constant(_ value: V) -> ValueExpression {
    ValueExpression(.value(value.value))
  }

  /// Returns an expression for the property's value, or `otherwise` if it is `nil` (`coalesce`).
  package static func coalesce(_ path: KeyPath<E, V?>, _ otherwise: V) -> ValueExpression {
    ValueExpression(
      .function("coalesce", [.property(Column.offset(of: path)), .value(otherwise.value)]))
  }

  /// Returns an expression for the property's value, or `otherwise` if it is `nil`, to assign to an
  /// optional property: `.setting(\.vanished, to: .coalesce(\.vanished, now))`.
  @_disfavoredOverload
  package static func coalesce<W: ColumnValue>(
    _ path: KeyPath<E, W?>, _ otherwise: W
  ) -> ValueExpression where V == W? {
    ValueExpression(
      .function("coalesce", [.property(Column.offset(of: path)), .value(otherwise.value)]))
  }

  /// Returns an expression for the result of the first branch whose condition holds, or `otherwise`
  /// if there is none (`CASE`).
  package static func cases(
    _ branches: [(Filter<E>, ValueExpression<E, V>)], otherwise: ValueExpression<E, V>
  ) -> ValueExpression {
    let cases = SQLTerm.cases(
      branches.map { SQLTerm.Branch(condition: $0.0.term, result: $0.1.term) },
      otherwise: otherwise.term)
    let parts = branches.flatMap { [$0.0.nested, $0.1.nested] } + [otherwise.nested]
    return ValueExpression(NestedTerm(cases, around: parts))
  }
}

extension ValueExpression where V == Int {
  /// Returns an expression for the number of Unicode scalars of a text, up to a NUL, or of
  /// bytes of a blob.
  package static func length(_ path: KeyPath<E, some ColumnValue>) -> ValueExpression {
    ValueExpression(.function("length", [.property(Column.offset(of: path))]))
  }

  /// Returns an expression for the number of objects of another entity that refer to an object.
  ///
  /// - Parameters:
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the counted objects, or `nil` to count all of them.
  package static func count<Other: Entity>(
    of _: Other.Type, via reference: KeyPath<Other, Identity<E>>,
    where predicate: Filter<Other>? = nil
  ) -> ValueExpression {
    ValueExpression(
      .correlated(
        "count", nil,
        Subquery(
          target: Other.self, reference: Column.offset(of: reference), condition: predicate?.term)),
      around: predicate?.nested)
  }
}

extension ValueExpression where V == Int64 {
  /// Returns an expression for the sum of a property over the objects of another entity that refer
  /// to an object. The sum is 0 if there are none.
  ///
  /// - Parameters:
  ///   - path: The other entity's property to sum.
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the summed objects, or `nil` for all of them.
  package static func sum<Other: Entity>(
    of path: KeyPath<Other, some ColumnValue>, via reference: KeyPath<Other, Identity<E>>,
    where predicate: Filter<Other>? = nil
  ) -> ValueExpression {
    let sum = SQLTerm.correlated(
      "sum", .property(Column.offset(of: path)),
      Subquery(
        target: Other.self, reference: Column.offset(of: reference), condition: predicate?.term))
    return ValueExpression(
      .function("coalesce", [sum, .value(.integer(0))]), around: predicate?.nested)
  }
}

/// Adds a constant to the value of a property.
package func + <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, amount: V
) -> ValueExpression<E, V> { ValueExpression(path) + amount }

/// Subtracts a constant from the value of a property.
package func - <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, amount: V
) -> ValueExpression<E, V> { ValueExpression(path) - amount }

/// Multiplies the value of a property by a constant.
package func * <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, factor: V
) -> ValueExpression<E, V> { ValueExpression(path) * factor }

/// Adds a constant to the value of an expression.
package func + <E: Entity, V: ColumnValue & Numeric>(
  left: ValueExpression<E, V>, amount: V
) -> ValueExpression<E, V> {
  ValueExpression(
    .arithmetic(left.term, .plus, .value(amount.value)), around: left.nested)
}

/// Subtracts a constant from the value of an expression.
package func - <E: Entity, V: ColumnValue & Numeric>(
  left: ValueExpression<E, V>, amount: V
) -> ValueExpression<E, V> {
  ValueExpression(
    .arithmetic(left.term, .minus, .value(amount.value)), around: left.nested)
}

/// Multiplies the value of an expression by a constant.
package func * <E: Entity, V: ColumnValue & Numeric>(
  left: ValueExpression<E, V>, factor: V
) -> ValueExpression<E, V> {
  ValueExpression(
    .arithmetic(left.term, .times, .value(factor.value)), around: left.nested)
}

/// Adds the values of two properties.
package func + <E: Entity, V: ColumnValue & Numeric>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> ValueExpression<E, V> {
  ValueExpression(.arithmetic(ValueExpression(left).term, .plus, ValueExpression(right).term))
}

/// Appends a constant to the text of a property (`||`).
package func + <E: Entity>(path: KeyPath<E, String>, suffix: String) -> ValueExpression<E, String> {
  ValueExpression(.arithmetic(ValueExpression(path).term, .concatenated, .value(.text(suffix))))
}
