/// Arithmetic on properties and expressions, whether their values are optional or not. A result is
/// `nil` if an operand is, and if a number is divided by zero.
///
/// SQLite computes whole numbers in 64 bits and divides them as Swift does, toward zero. A result
/// that exceeds 64 bits violates the type of the property to which it is assigned, and cannot be
/// selected.
private func arithmetic<E: Entity, V: ColumnValue>(
  _ left: ValueExpression<E, V>, _ sign: SQLTerm.Arithmetic, _ right: ValueExpression<E, V>
) -> ValueExpression<E, V> {
  ValueExpression(.arithmetic(left.term, sign, right.term), around: left.nested, right.nested)
}

/// Returns the expression for a constant of the type without `nil`.
private func constant<E: Entity, V: ColumnValue>(_ value: V.Content) -> ValueExpression<E, V> {
  ValueExpression(.value(value.value))
}

// MARK: A property and a constant

/// Adds a constant to the value of a property.
package func + <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, amount: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(path), .plus, constant(amount))
}

/// Subtracts a constant from the value of a property.
package func - <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, amount: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(path), .minus, constant(amount))
}

/// Multiplies the value of a property by a constant.
package func * <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, factor: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(path), .times, constant(factor))
}

/// Divides the value of a property by a constant.
package func / <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, divisor: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(path), .divided, constant(divisor))
}

// MARK: An expression and a constant

/// Adds a constant to the value of an expression.
package func + <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, amount: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric { arithmetic(left, .plus, constant(amount)) }

/// Subtracts a constant from the value of an expression.
package func - <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, amount: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric { arithmetic(left, .minus, constant(amount)) }

/// Multiplies the value of an expression by a constant.
package func * <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, factor: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric { arithmetic(left, .times, constant(factor)) }

/// Divides the value of an expression by a constant.
package func / <E: Entity, V: ColumnValue>(
  left: ValueExpression<E, V>, divisor: V.Content
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(left, .divided, constant(divisor))
}

// MARK: Two properties

/// Adds the values of two properties.
package func + <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(left), .plus, ValueExpression(right))
}

/// Subtracts the value of the right property from that of the left one.
package func - <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(left), .minus, ValueExpression(right))
}

/// Multiplies the values of two properties.
package func * <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(left), .times, ValueExpression(right))
}

/// Divides the value of the left property by that of the right one.
package func / <E: Entity, V: ColumnValue>(
  left: KeyPath<E, V>, right: KeyPath<E, V>
) -> ValueExpression<E, V> where V.Content: Numeric {
  arithmetic(ValueExpression(left), .divided, ValueExpression(right))
}

// MARK: Texts

/// Appends a constant to the text of a property (`||`).
package func + <E: Entity, V: ColumnValue>(
  path: KeyPath<E, V>, suffix: String
) -> ValueExpression<E, V> where V.Content == String {
  arithmetic(ValueExpression(path), .concatenated, constant(suffix))
}
