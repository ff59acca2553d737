package import Vocabulary

/// A file that a source publishes for a release, for a comparison with a lock.
package struct PublishedFile: Hashable, Sendable {
  /// The address of the file.
  package let address: String
  /// Another address at which the source publishes the file, or `nil` if there is none.
  package let otherAddress: String?
  /// The digest, or `nil` if the source does not state it.
  package let digest: SHA256Digest?
  /// The size in bytes, or `nil` if the source does not state it.
  package let size: Int?
  /// The time at which the file was published, or `nil` if the source does not state it.
  package let published: ReleaseTime?

  /// Creates a file. `size` is in bytes.
  package init(
    address: String, otherAddress: String? = nil, digest: SHA256Digest?, size: Int?,
    published: ReleaseTime? = nil
  ) {
    self.address = address
    self.otherAddress = otherAddress
    self.digest = digest
    self.size = size
    self.published = published
  }

  /// Returns whether the source publishes the file at `address`.
  package func isPublished(at address: String) -> Bool {
    address == self.address || address == otherAddress
  }

  /// The last component of the address.
  package var name: Substring {
    address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
  }
}
