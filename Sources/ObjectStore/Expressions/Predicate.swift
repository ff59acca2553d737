/// A condition on the objects of an entity, written with key paths:
/// `\.state == .broken && \.size < 20_000`.
///
/// A key path of another entity, or a value of another type, does not compile. If a property is
/// `nil`, a comparison such as `\.size < 5` is false, so `!(\.size < 5)` is true.
package struct Predicate<E: Entity>: Sendable {
  let term: SQLTerm

  init(_ term: SQLTerm) { self.term = term }

  /// Matches every object.
  package static var all: Predicate { Predicate(.value(.integer(1))) }

  /// Matches objects whose property is `nil`.
  package static func isNil(_ path: KeyPath<E, (some ColumnValue)?>) -> Predicate {
    Predicate(.isNull(.property(Column.offset(of: path))))
  }

  /// Matches objects whose property equals one of the values. A `nil` among them matches nothing.
  package static func isIn<V: ColumnValue>(_ path: KeyPath<E, V>, _ values: [V]) -> Predicate {
    Predicate(.isIn(.property(Column.offset(of: path)), values.map(\.value)))
  }

  /// Matches objects whose text starts with a prefix. Case matters.
  package static func hasPrefix(_ path: KeyPath<E, String>, _ prefix: String) -> Predicate {
    // `GLOB` is the only pattern operator that distinguishes case and can use an index. Brackets
    // escape its wildcards.
    var pattern = ""
    for character in prefix {
      pattern += "*?[".contains(character) ? "[\(character)]" : String(character)
    }
    return Predicate(.glob(.property(Column.offset(of: path)), pattern + "*"))
  }

  /// Matches objects whose text contains a substring. Case matters.
  package static func contains(_ path: KeyPath<E, String>, _ part: String) -> Predicate {
    let position = SQLTerm.function(
      "instr", [.property(Column.offset(of: path)), .value(.text(part))])
    return Predicate(.compare(position, .greater, .value(.integer(0))))
  }

  /// Matches objects whose text matches a `LIKE` pattern of SQLite. `%` matches any number of
  /// characters and `_` exactly one. The case of ASCII letters does not matter.
  package static func like(_ path: KeyPath<E, String>, _ pattern: String) -> Predicate {
    Predicate(.like(.property(Column.offset(of: path)), pattern))
  }

  /// Matches objects that refer to an object that satisfies a predicate.
  package static func related<Target: Entity>(
    _ reference: KeyPath<E, Identity<Target>>, _ predicate: Predicate<Target>
  ) -> Predicate {
    related(.property(Column.offset(of: reference)), to: Target.self, predicate)
  }

  /// Matches objects that refer to an object that satisfies a predicate. If the reference is `nil`,
  /// the object does not match.
  package static func related<Target: Entity>(
    _ reference: KeyPath<E, Identity<Target>?>, _ predicate: Predicate<Target>
  ) -> Predicate {
    related(.property(Column.offset(of: reference)), to: Target.self, predicate)
  }

  /// Returns the predicate for a reference, whether optional or not.
  private static func related<Target: Entity>(
    _ reference: SQLTerm, to target: Target.Type, _ predicate: Predicate<Target>
  ) -> Predicate {
    Predicate(
      .isRelated(reference, Subquery(target: target, reference: nil, condition: predicate.term)))
  }

  /// Matches objects to which at least one object of another entity refers.
  ///
  /// - Parameters:
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the referring objects, or `nil` for any object.
  package static func exists<Other: Entity>(
    _: Other.Type, via reference: KeyPath<Other, Identity<E>>,
    where predicate: Predicate<Other>? = nil
  ) -> Predicate {
    Predicate(
      .exists(
        Subquery(
          target: Other.self, reference: Column.offset(of: reference), condition: predicate?.term)))
  }
}

/// Matches objects that satisfy both predicates.
package func && <E>(left: Predicate<E>, right: Predicate<E>) -> Predicate<E> {
  Predicate(.both(left.term, right.term))
}

/// Matches objects that satisfy at least one of the predicates.
package func || <E>(left: Predicate<E>, right: Predicate<E>) -> Predicate<E> {
  Predicate(.either(left.term, right.term))
}

/// Matches objects that do not satisfy a predicate. A comparison that is false because of `nil`
/// becomes true.
package prefix func ! <E>(predicate: Predicate<E>) -> Predicate<E> {
  Predicate(.not(predicate.term))
}
