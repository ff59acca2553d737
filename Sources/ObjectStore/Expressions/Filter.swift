/// A condition on the objects of an entity, written with key paths:
/// `\.state == .broken && \.size < 20_000`.
///
/// A key path of another entity, or a value of another type, does not compile. If a property is
/// `nil`, a comparison such as `\.size < 5` is false, so `!(\.size < 5)` is true. Texts are
/// compared by their Unicode scalars, so an accented letter differs from the letter with a
/// combining accent.
///
/// Up to 10,000 conditions may be joined by `&&` or `||`, and conditions may be nested up to 20
/// levels deep. A request with a filter beyond what SQLite accepts throws
/// ``StoreError/tooComplex(detail:)``.
package struct Filter<E: Entity>: Sendable {
  let nested: NestedTerm
  var term: SQLTerm { nested.term }

  init(_ term: SQLTerm, around parts: NestedTerm?...) {
    nested = NestedTerm(term, around: parts.compactMap(\.self))
  }

  init(_ nested: NestedTerm) { self.nested = nested }

  /// Matches every object.
  package static var all: Filter { Filter(.value(.integer(1))) }

  /// Matches objects whose property is `nil`.
  package static func isNil(_ path: KeyPath<E, (some ColumnValue)?>) -> Filter {
    Filter(.isNull(.property(Column.offset(of: path))))
  }

  /// Matches objects whose property equals one of the values. A `nil` among them matches nothing.
  package static func isIn<V: ColumnValue>(_ path: KeyPath<E, V>, _ values: [V]) -> Filter {
    Filter(.isIn(.property(Column.offset(of: path)), values.map(\.value)))
  }

  /// Matches objects whose text starts with the scalars of a prefix. Case matters.
  /// `nil` has no prefix.
  package static func hasPrefix<V: ColumnValue>(
    _ path: KeyPath<E, V>, _ prefix: String
  ) -> Filter where V.Content == String {
    // A range can use an index, as `GLOB` can, but has no wildcards and does not end at a NUL.
    let property = SQLTerm.property(Column.offset(of: path))
    let start = SQLTerm.compare(property, .atLeast, .value(.text(prefix)))
    guard let end = prefix.firstTextWithoutPrefix else { return Filter(start) }
    return Filter(.every([start, .compare(property, .less, .value(.text(end)))]))
  }

  /// Matches objects whose text ends with the scalars of a suffix. Case matters.
  /// `nil` has no suffix.
  package static func hasSuffix<V: ColumnValue>(
    _ path: KeyPath<E, V>, _ suffix: String
  ) -> Filter where V.Content == String {
    let property = SQLTerm.property(Column.offset(of: path))
    guard !suffix.isEmpty else { return Filter(.not(.isNull(property))) }
    // Hexadecimal digits, because `substr` counts a text only up to its first NUL.
    let digits = StoredValue.blob(Array(suffix.utf8)).hexadecimalDigits
    let end = SQLTerm.function(
      "substr", [.function("hex", [property]), .value(.integer(Int64(-digits.utf8.count)))])
    return Filter(.compare(end, .equal, .value(.text(digits))))
  }

  /// Matches objects whose text contains a substring. Case matters. `nil` contains nothing.
  package static func contains<V: ColumnValue>(
    _ path: KeyPath<E, V>, _ part: String
  ) -> Filter where V.Content == String {
    let position = SQLTerm.function(
      "instr", [.property(Column.offset(of: path)), .value(.text(part))])
    return Filter(.compare(position, .greater, .value(.integer(0))))
  }

  /// Matches objects that refer to an object that satisfies a predicate. If the reference is `nil`,
  /// the object does not match.
  package static func related<Target: Entity, Reference: ColumnValue>(
    _ reference: KeyPath<E, Reference>, _ predicate: Filter<Target>
  ) -> Filter where Reference.Content == Identity<Target> {
    Filter(
      .isRelated(
        .property(Column.offset(of: reference)),
        Subquery(target: Target.self, reference: nil, condition: predicate.term)),
      around: predicate.nested)
  }

  /// Matches objects to which at least one object of another entity refers.
  ///
  /// - Parameters:
  ///   - reference: The other entity's property that refers to the object.
  ///   - predicate: The condition on the referring objects, or `nil` for any object.
  package static func exists<Other: Entity, Reference: ColumnValue>(
    _: Other.Type, via reference: KeyPath<Other, Reference>, where predicate: Filter<Other>? = nil
  ) -> Filter where Reference.Content == Identity<E> {
    Filter(
      .exists(
        Subquery(
          target: Other.self, reference: Column.offset(of: reference), condition: predicate?.term)),
      around: predicate?.nested)
  }
}

/// Matches objects that satisfy both predicates.
package func && <E>(left: Filter<E>, right: Filter<E>) -> Filter<E> {
  Filter(.both(left.nested, right.nested))
}

/// Matches objects that satisfy at least one of the predicates.
package func || <E>(left: Filter<E>, right: Filter<E>) -> Filter<E> {
  Filter(.either(left.nested, right.nested))
}

/// Matches objects that do not satisfy a predicate. A comparison that is false because of `nil`
/// becomes true.
package prefix func ! <E>(predicate: Filter<E>) -> Filter<E> {
  Filter(.not(predicate.term), around: predicate.nested)
}

extension String {
  /// The first text, in SQLite's order of texts, that comes after every text with this prefix, or
  /// `nil` if there is none. SQLite compares UTF-8 bytes, which sorts texts by their scalars.
  fileprivate var firstTextWithoutPrefix: String? {
    var scalars = unicodeScalars
    while let last = scalars.popLast() {
      // The successor of U+D7FF is U+E000, because the values between them are surrogates.
      let next = last.value == 0xd7ff ? 0xe000 : last.value + 1
      guard let successor = Unicode.Scalar(next) else { continue }
      scalars.append(successor)
      return String(scalars)
    }
    return nil
  }
}
