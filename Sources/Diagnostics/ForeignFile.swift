/// A manifest, lock, or pin file that belongs neither to the user nor to root, in a place where
/// everybody can write.
package struct ForeignFile: Hashable, Sendable {
  /// The path as messages show it.
  package let path: String
  /// The user id of the owner.
  package let owner: UInt32

  /// Describes the file at `path`, which belongs to `owner`.
  package init(path: String, owner: UInt32) {
    self.path = path
    self.owner = owner
  }
}
