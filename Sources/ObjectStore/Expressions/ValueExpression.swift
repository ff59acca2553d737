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
  /// Returns an expression for the number of objects of another entity that refer to an object.
  ///
  /// - Parameters:
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the counted objects, or `nil` to count all of them.
  package static func count<Other: Entity, Reference: ColumnValue>(
    of _: Other.Type, via reference: KeyPath<Other, Reference>,
    where predicate: Filter<Other>? = nil
  ) -> ValueExpression where Reference.Content == Identity<E> {
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
  ///   - path: The other entity's property to sum. `nil` counts as 0.
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the summed objects, or `nil` for all of them.
  package static func sum<Other: Entity, W: ColumnValue, Reference: ColumnValue>(
    of path: KeyPath<Other, W>, via reference: KeyPath<Other, Reference>,
    where predicate: Filter<Other>? = nil
  ) -> ValueExpression where W.Content: BinaryInteger, Reference.Content == Identity<E> {
    let sum = SQLTerm.correlated(
      "sum", .property(Column.offset(of: path)),
      Subquery(
        target: Other.self, reference: Column.offset(of: reference), condition: predicate?.term))
    return ValueExpression(
      .function("coalesce", [sum, .value(.integer(0))]), around: predicate?.nested)
  }
}
