/// What becomes of the objects that refer to one that is deleted.
@usableFromInline
package enum DeleteRule: String, Sendable {
  /// They are deleted, too.
  case cascade = "CASCADE"
  /// Their reference becomes nil; the property must be optional.
  case nullify = "SET NULL"
  /// The object cannot be deleted while they are there.
  case deny = "RESTRICT"
}

/// One property of an entity: its column, its key path, its rules.
@frozen @usableFromInline
package struct Property<E: Entity, V: ColumnValue>: Sendable {
  @usableFromInline let column: Column

  /// A plain property; with the type `Identity<E>` of the entity itself, it is the object's identity.
  @inlinable
  package init(_ name: String, _ path: KeyPath<E, V>, _ rules: PropertyRule...) {
    column = Column(name, path, rules: rules, role: V.self == Identity<E>.self ? .identity : .plain)
  }

  /// A reference to an object of another entity, with the rule for that object's deletion.
  @inlinable
  package init<Target: Entity>(
    _ name: String, _ path: KeyPath<E, V>, references _: Target.Type, onDelete rule: DeleteRule
  ) where V == Identity<Target> {
    column = Column(name, path, role: .plain, reference: Reference(to: Target.self, onDelete: rule))
  }

  /// A reference that may be nil.
  @inlinable
  package init<Target: Entity>(
    _ name: String, _ path: KeyPath<E, V>, references _: Target.Type, onDelete rule: DeleteRule
  ) where V == Identity<Target>? {
    column = Column(name, path, role: .plain, reference: Reference(to: Target.self, onDelete: rule))
  }

  /// The property that counts the changes of an object: every update raises it, and a save of a stale copy
  /// is refused with `StoreError.conflict`.
  @inlinable
  package static func version(_ name: String, _ path: KeyPath<E, V>) -> Property where V == Int64 {
    Property(Column(name, path, role: .version))
  }

  @usableFromInline
  init(_ column: Column) { self.column = column }
}

/// The target of a reference. The name of the table is asked for late: two entities may refer to each other.
@usableFromInline
struct Reference: Sendable {
  let target: any Entity.Type
  let rule: DeleteRule

  @usableFromInline
  init<Target: Entity>(to target: Target.Type, onDelete rule: DeleteRule) {
    self.target = target
    self.rule = rule
  }

  var table: String { target.tableName }
}

extension Entity {
  static var tableName: String { schema.table.name }
}
