internal import TextSearch
internal import Vocabulary

/// An address with `{sha256}` in place of the digest of a file:
/// `https://files.example.org/{sha256}`.
struct DigestTemplate: Hashable, Sendable {
  /// The credentials in the text, or `nil` if it has none.
  let credentials: Credentials?
  /// The address of the file whose digest is ``sample``.
  private let sampleAddress: WebAddress

  /// Digits that stand for a digest while the address is parsed.
  private static let sample = String(repeating: "0", count: 2 * SHA256Digest.byteCount)

  /// Parses the text, or returns `nil` if it is not an address with `{sha256}` in its path or
  /// query, if the digest would not stand apart from other hexadecimal digits, or if the text
  /// has credentials that would be sent unencrypted.
  init?(_ text: String) {
    let parsed = try? WebAddress.parts(of: text.replacing("{sha256}", with: Self.sample))
    guard let parsed, parsed.fragment == nil, text.contains("{sha256}"),
      !parsed.address.site.host.contains(Self.sample),
      parsed.credentials == nil || parsed.address.site.isProtected
    else { return nil }
    (sampleAddress, credentials) = (parsed.address, parsed.credentials)
    if !covers(sampleAddress) { return nil }
  }

  /// Returns the address of a file.
  func address(of digest: SHA256Digest) -> WebAddress {
    sampleAddress.replacing(Self.sample, with: digest.hexadecimal)
  }

  /// Returns whether an address is that of a file with some digest.
  func covers(_ address: WebAddress) -> Bool {
    let address = address.normalForm
    return address.text.split { !$0.isHexDigit }.contains { digits in
      guard let digest = SHA256Digest(hexadecimal: digits) else { return false }
      let own = self.address(of: digest).normalForm
      return address.isBelow(own) && own.isBelow(address)
    }
  }
}
