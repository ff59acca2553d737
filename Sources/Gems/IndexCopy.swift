/// A stored copy of an index page.
package struct IndexCopy: Hashable, Sendable {
  package let bytes: [UInt8]

  /// The entity tag that the server sent with the page, or `nil` if it sent none.
  package let etag: String?

  /// Creates a copy.
  package init(bytes: [UInt8], etag: String?) {
    self.bytes = bytes
    self.etag = etag
  }
}
