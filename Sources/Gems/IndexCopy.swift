/// A kept copy of a page of an index.
package struct IndexCopy: Hashable, Sendable {
  package let bytes: [UInt8]

  /// The entity tag of the page as the server sent it, or `nil` if it sent none.
  package let etag: String?

  /// Creates a copy.
  package init(bytes: [UInt8], etag: String?) {
    self.bytes = bytes
    self.etag = etag
  }
}
