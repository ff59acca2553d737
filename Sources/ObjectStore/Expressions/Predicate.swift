/// A condition on objects of one entity, written with key paths: `\.state == .broken && \.size < 20_000`.
///
/// A key path of another entity, or a value of another type, does not compile. A nil property makes a
/// comparison by order false, and its negation true.
package struct Predicate<E: Entity>: Sendable {
  let term: SQLTerm

  init(_ term: SQLTerm) { self.term = term }

  /// Every object.
  package static var all: Predicate { Predicate(.value(.integer(1))) }

  package static func isNil(_ path: KeyPath<E, (some ColumnValue)?>) -> Predicate {
    Predicate(.isNull(.property(Column.offset(of: path))))
  }

  package static func isIn<V: ColumnValue>(_ path: KeyPath<E, V>, _ values: [V]) -> Predicate {
    Predicate(.isIn(.property(Column.offset(of: path)), values.map(\.value)))
  }

  package static func hasPrefix(_ path: KeyPath<E, String>, _ prefix: String) -> Predicate {
    // The one form that is exact and that an index serves. Its signs lose their meaning in brackets.
    var pattern = ""
    for character in prefix {
      pattern += "*?[".contains(character) ? "[\(character)]" : String(character)
    }
    return Predicate(.glob(.property(Column.offset(of: path)), pattern + "*"))
  }

  package static func contains(_ path: KeyPath<E, String>, _ part: String) -> Predicate {
    let position = SQLTerm.function(
      "instr", [.property(Column.offset(of: path)), .value(.text(part))])
    return Predicate(.compare(position, .greater, .value(.integer(0))))
  }

  /// SQLite's `LIKE`: `%` any characters, `_` one; upper and lower case of ASCII letters are the same.
  package static func like(_ path: KeyPath<E, String>, _ pattern: String) -> Predicate {
    Predicate(.like(.property(Column.offset(of: path)), pattern))
  }

  /// The object that the reference leads to satisfies a predicate.
  package static func related<Target: Entity>(
    _ reference: KeyPath<E, Identity<Target>>, _ predicate: Predicate<Target>
  ) -> Predicate {
    related(.property(Column.offset(of: reference)), to: Target.self, predicate)
  }

  package static func related<Target: Entity>(
    _ reference: KeyPath<E, Identity<Target>?>, _ predicate: Predicate<Target>
  ) -> Predicate {
    related(.property(Column.offset(of: reference)), to: Target.self, predicate)
  }

  private static func related<Target: Entity>(
    _ reference: SQLTerm, to target: Target.Type, _ predicate: Predicate<Target>
  ) -> Predicate {
    Predicate(
      .isRelated(reference, Subquery(target: target, reference: nil, condition: predicate.term)))
  }

  /// Some object of another entity that refers to this one satisfies a predicate.
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

package func && <E>(left: Predicate<E>, right: Predicate<E>) -> Predicate<E> {
  Predicate(.both(left.term, right.term))
}

package func || <E>(left: Predicate<E>, right: Predicate<E>) -> Predicate<E> {
  Predicate(.either(left.term, right.term))
}

package prefix func ! <E>(predicate: Predicate<E>) -> Predicate<E> {
  Predicate(.not(predicate.term))
}
