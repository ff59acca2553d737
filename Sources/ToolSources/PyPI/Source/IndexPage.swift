internal import Vocabulary

/// A package's page on a simple index: the files in the order of the page.
struct IndexPage: Equatable, Sendable {
  var files: [IndexFile] = []
  /// The address that relative file addresses start from (HTML's `base`), or `nil` if it is the
  /// page's own address.
  var base: String?
}

/// A file of a package, as an index lists it.
struct IndexFile: Equatable, Sendable {
  /// The file name, percent-decoded.
  var name: String
  /// The address of the file without its fragment, absolute or relative to the page's base.
  var reference: String
  var digest: IndexDigest
  /// The size in bytes, or `nil` if the index does not state it, or one that no file has.
  var size: Int?
  /// The time of the upload in RFC 3339 form, unparsed, or `nil` if the index does not state it.
  var uploaded: String?
  /// The reason for yanking the file, or `nil` if it was not yanked. Empty if no reason was given.
  var yanked: String?
  /// The address of the provenance object, absolute or relative to the page's base, or `nil` if
  /// there is none. Only JSON states it.
  var provenance: String?

  /// The time of the upload, or `nil` if the index does not state it in a valid form.
  var published: ReleaseTime? { uploaded.flatMap { ReleaseTime($0) } }
}

/// The digest that an index states for a file.
enum IndexDigest: Hashable, Sendable {
  case sha256(SHA256Digest)
  /// No digest, or only one of a weaker algorithm.
  case none

  /// Reads 64 hexadecimal digits of either case. Any other text is ``none``.
  init(sha256 digits: ArraySlice<UInt8>) {
    self = SHA256Digest(hexadecimal: digits).map { .sha256($0) } ?? .none
  }
}
