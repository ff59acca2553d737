/// A value that SQLite computes from an object's properties: `\.size + 1`, `.coalesce(\.note, "")`.
package struct Expression<E: Entity, V: ColumnValue>: Sendable {
  let term: SQLTerm

  init(_ term: SQLTerm) { self.term = term }

  /// Creates an expression for the value of a property.
  package init(_ path: KeyPath<E, V>) { term = .property(Column.offset(of: path)) }

  /// Returns an expression for a constant, which becomes a bound parameter.
  package static func constant(_ value: V) -> Expression { Expression(.value(value.value)) }

  /// Returns an expression for the property's value, or `otherwise` if it is `nil` (`coalesce`).
  package static func coalesce(_ path: KeyPath<E, V?>, _ otherwise: V) -> Expression {
    Expression(
      .function("coalesce", [.property(Column.offset(of: path)), .value(otherwise.value)]))
  }

  /// Returns an expression for the result of the first branch whose condition holds, or `otherwise`
  /// if there is none (`CASE`).
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
  /// Returns an expression for the number of characters of a text, or of bytes of a blob.
  package static func length(_ path: KeyPath<E, some ColumnValue>) -> Expression {
    Expression(.function("length", [.property(Column.offset(of: path))]))
  }

  /// Returns an expression for the number of objects of another entity that refer to an object.
  ///
  /// - Parameters:
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the counted objects, or `nil` to count all of them.
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
  /// Returns an expression for the sum of a property over the objects of another entity that refer
  /// to an object. The sum is 0 if there are none.
  ///
  /// - Parameters:
  ///   - path: The other entity's property to sum.
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the summed objects, or `nil` for all of them.
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

/// Adds a constant to the value of a property.
package func + <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, amount: V
) -> Expression<E, V> { Expression(path) + amount }

/// Subtracts a constant from the value of a property.
package func - <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, amount: V
) -> Expression<E, V> { Expression(path) - amount }

/// Multiplies the value of a property by a constant.
package func * <E: Entity, V: ColumnValue & Numeric>(
  path: KeyPath<E, V>, factor: V
) -> Expression<E, V> { Expression(path) * factor }

/// Adds a constant to the value of an expression.
package func + <E: Entity, V: ColumnValue & Numeric>(
  left: Expression<E, V>, amount: V
) -> Expression<E, V> { Expression(.arithmetic(left.term, .plus, .value(amount.value))) }

/// Subtracts a constant from the value of an expression.
package func - <E: Entity, V: ColumnValue & Numeric>(
  left: Expression<E, V>, amount: V
) -> Expression<E, V> { Expression(.arithmetic(left.term, .minus, .value(amount.value))) }

/// Multiplies the value of an expression by a constant.
package func * <E: Entity, V: ColumnValue & Numeric>(
  left: Expression<E, V>, factor: V
) -> Expression<E, V> { Expression(.arithmetic(left.term, .times, .value(factor.value))) }

/// Adds the values of two properties.
package func + <E: Entity, V: ColumnValue & Numeric>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> Expression<E, V> {
  Expression(.arithmetic(Expression(left).term, .plus, Expression(right).term))
}

/// Appends a constant to the text of a property (`||`).
package func + <E: Entity>(path: KeyPath<E, String>, suffix: String) -> Expression<E, String> {
  Expression(.arithmetic(Expression(path).term, .concatenated, .value(.text(suffix))))
}
