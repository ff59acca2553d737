/// The effect of deleting an object on the objects that refer to it.
@usableFromInline
package enum DeleteRule: String, Sendable {
  /// The objects that refer to the deleted object are deleted too.
  case cascade = "CASCADE"
  /// The references to the deleted object become `nil`. The referring property must be optional.
  case nullify = "SET NULL"
  /// An object cannot be deleted while other objects refer to it.
  case deny = "RESTRICT"
}

/// A property of an entity: its column, key path, and rules.
@frozen
@usableFromInline
package struct Property<E: Entity, V: ColumnValue>: Sendable {
  @usableFromInline let column: Column

  /// Creates a plain property, or the object's identity if the property's type is `Identity<E>`,
  /// where `E` is the declaring entity.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - path: The key path of a stored property.
  ///   - rules: The rules for the property's values.
  @inlinable
  package init(_ name: String, _ path: KeyPath<E, V>, _ rules: PropertyRule<V>...) {
    column = Column(
      name, path, rules: rules.map(\.rule),
      role: V.self == Identity<E>.self ? .identity : .plain)
  }

  /// Creates a reference to an object of another entity, with the rule for that object's deletion.
  @inlinable
  package init<Target: Entity>(
    _ name: String, _ path: KeyPath<E, V>, references _: Target.Type, onDelete rule: DeleteRule
  ) where V == Identity<Target> {
    column = Column(name, path, role: .plain, reference: Reference(to: Target.self, onDelete: rule))
  }

  /// Creates an optional reference to an object of another entity, with the rule for that
  /// object's deletion.
  @inlinable
  package init<Target: Entity>(
    _ name: String, _ path: KeyPath<E, V>, references _: Target.Type, onDelete rule: DeleteRule
  ) where V == Identity<Target>? {
    column = Column(name, path, role: .plain, reference: Reference(to: Target.self, onDelete: rule))
  }

  /// Returns the property that counts the changes of an object. Every update increments it, and
  /// saving a stale copy throws ``StoreError/conflict``.
  @inlinable
  package static func version(_ name: String, _ path: KeyPath<E, V>) -> Property where V == Int64 {
    Property(Column(name, path, role: .version))
  }

  @usableFromInline
  init(_ column: Column) { self.column = column }
}

/// The target and the delete rule of a reference. The target's schema is read only when it is
/// needed, because two entities may refer to each other.
@usableFromInline
struct Reference: Sendable {
  let target: any Entity.Type
  /// The effect of deleting the target.
  let rule: DeleteRule

  @usableFromInline
  init<Target: Entity>(to target: Target.Type, onDelete rule: DeleteRule) {
    self.target = target
    self.rule = rule
  }

  /// The name of the target's table.
  var table: String { target.tableName }
}

extension Entity {
  /// The name of the entity's table.
  static var tableName: String { schema.table.name }
}
