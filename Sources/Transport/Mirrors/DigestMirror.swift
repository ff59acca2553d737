internal import Vocabulary

/// A mirror that serves files by their SHA-256 digests.
enum DigestMirror: Hashable, Sendable {
  /// A repository of a registry, whose blobs are the files.
  case registry(OCIRepository)
  case folder(DigestTemplate)

  /// Parses `oci://host/repository` or an address with `{sha256}`, or returns `nil` if the text has
  /// another form.
  init?(_ text: String) {
    if let repository = OCIRepository(text) {
      self = .registry(repository)
    } else if let template = DigestTemplate(text) {
      self = .folder(template)
    } else {
      return nil
    }
  }

  /// Returns the address of the file with a digest.
  func address(of digest: SHA256Digest) -> WebAddress {
    switch self {
    case .registry(let repository): repository.blob(digest)
    case .folder(let template): template.address(of: digest)
    }
  }

  /// Returns whether an address is one of the repository, or that of a file with some digest.
  func covers(_ address: WebAddress) -> Bool {
    switch self {
    case .registry(let repository): repository.covers(address)
    case .folder(let template): template.covers(address)
    }
  }
}
