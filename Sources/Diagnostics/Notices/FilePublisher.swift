/// A file of a release, and who published it.
package struct FilePublisher: Hashable, Sendable {
  package let file: String
  /// The publisher as the lock records it, or `nil` if the source names none.
  package let publisher: String?

  /// Creates a file. Pass `nil` as `publisher` if the source names none.
  package init(_ file: String, by publisher: String?) {
    self.file = file
    self.publisher = publisher
  }
}
