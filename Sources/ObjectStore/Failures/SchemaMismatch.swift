/// The difference between the table of an entity in a store and the entity's declaration.
@usableFromInline
package struct SchemaMismatch: Equatable, Sendable {
  /// The name of the entity.
  package var entity: String
  /// The declared columns, keys, rules, and indexes that the table lacks, as SQL text in lowercase
  /// without quotation marks.
  package var missing: [String]
  /// What the table has in addition, in the same form.
  package var unexpected: [String]

  /// Creates a difference, from sorted texts.
  package init(entity: String, missing: [String], unexpected: [String]) {
    self.entity = entity
    self.missing = missing
    self.unexpected = unexpected
  }
}
