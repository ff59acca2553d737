internal import Manifests

/// What a simple index says of one package: its files, in the order of the page.
struct IndexPage: Equatable, Sendable {
  var files: [IndexFile] = []
  /// What relative addresses of files are relative to, where it is not the page's own address (HTML's `base`).
  var base: String?
}

/// One file of a package, as an index lists it.
struct IndexFile: Equatable, Sendable {
  /// The file name, percent-decoded.
  var name: String
  /// Where it is, without its fragment; absolute, or relative to the page.
  var reference: String
  var digest: IndexDigest
  /// Bytes. nil where the index does not say.
  var size: Int?
  /// When it was put there, in RFC 3339 form, as the index writes it. nil where the index does not say.
  var uploaded: String?
  /// Why it was taken back; empty without a reason. nil where it was not.
  var yanked: String?
}

/// How an index vouches for a file.
enum IndexDigest: Hashable, Sendable {
  case sha256(SHA256Digest)
  /// Nothing, or something weaker, which is the same to us.
  case none

  /// Anything but 64 hex digits, of either case, is no digest.
  init(sha256 digits: ArraySlice<UInt8>) {
    self = SHA256Digest(hexadecimal: digits).map { .sha256($0) } ?? .none
  }
}
