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

  /// Parses the text, or returns `nil` if it is no address with `{sha256}` in its path or query, or
  /// if it has credentials that would be sent unencrypted.
  init?(_ text: String) {
    let parsed = try? WebAddress.parts(of: text.replacing("{sha256}", with: Self.sample))
    guard let parsed, parsed.fragment == nil, text.contains("{sha256}"),
      !parsed.address.site.host.contains(Self.sample),
      parsed.credentials == nil || parsed.address.site.isProtected
    else { return nil }
    (sampleAddress, credentials) = (parsed.address, parsed.credentials)
  }

  /// Returns the address of a file.
  func address(of digest: SHA256Digest) -> WebAddress {
    sampleAddress.replacing(Self.sample, with: digest.hexadecimal)
  }

  /// Returns whether an address is that of a file with some digest.
  func covers(_ address: WebAddress) -> Bool {
    let (known, text) = (sampleAddress.normalForm.text, address.normalForm.text)
    guard let place = known.firstRange(of: Self.sample), text.utf8.count == known.utf8.count,
      text.hasPrefix(known[..<place.lowerBound])
    else { return false }
    let digits = text.dropFirst(known[..<place.lowerBound].count).prefix(Self.sample.count)
    return SHA256Digest(hexadecimal: String(digits)) != nil
      && text.hasSuffix(known[place.upperBound...])
  }
}
