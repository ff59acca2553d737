extension CompoundKey {
  /// Returns the key of a partial index, which covers only the objects that satisfy a predicate.
  /// Unique constraints ignore the predicate.
  package func only(where predicate: Filter<E>) -> CompoundKey {
    CompoundKey(offsets: offsets, condition: predicate.term)
  }
}

extension EntityRule {
  /// Creates a rule with the name that violations report.
  package init(_ name: String, _ predicate: Filter<E>) {
    self.init(name: name, condition: predicate.term)
  }
}
