/// A type whose objects a store can keep: a plain `Sendable` struct, described by its schema.
///
/// ```swift
/// struct Book: Entity {
///   var id: Identity<Book>
///   var author: Identity<Author>
///   var title: String
///
///   static let schema = Schema<Book>(
///     "book",
///     Property("id", \.id),
///     Property("author", \.author, references: Author.self, onDelete: .cascade),
///     Property("title", \.title, .nonEmpty),
///     make: Book.init,
///     unique: [.on(\.author, \.title)])
/// }
/// ```
@usableFromInline
package protocol Entity: Sendable {
  /// The object's row id, ``Identity/unassigned`` until it is inserted.
  var id: Identity<Self> { get set }
  /// The table, properties, keys, and rules of the entity.
  static var schema: Schema<Self> { get }
}
