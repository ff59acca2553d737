/// A value type whose objects a store keeps: a plain `Sendable` struct, described once by its schema.
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
  var id: Identity<Self> { get set }
  static var schema: Schema<Self> { get }
}
