/// The signature of a file in a file of its own, as `minisign -S` writes it (minisign(1)):
///
/// ```
/// untrusted comment: signature of a release of bootstrap
/// RUQ…                     base64 of the algorithm, the id of the key, and the signature
/// trusted comment: file:releases
/// 4Ll…                     base64 of the signature of the signature and the trusted comment
/// ```
package struct DetachedSignature: Hashable, Sendable {
  /// The id of the key, as ``SignatureKey/id``.
  package let keyID: String
  /// The trusted comment, which is signed, too.
  package let comment: String
  /// The four lines, each with its newline.
  package let text: String
  let signature: [UInt8]
  let commentSignature: [UInt8]

  /// The maximum size of a signature file, in bytes.
  package static let maximumByteCount = 4096

  private static let commentPrefix = "trusted comment: "

  /// Parses the text of a signature. Returns `nil` if it has another form, such as the one of older
  /// minisigns, which signs the whole file instead of its digest.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumByteCount, let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.count == 4, lines[0].hasPrefix("untrusted comment:"),
      lines[2].hasPrefix(Self.commentPrefix),
      let signature = Base64.standard.decode(String(lines[1])), signature.count == 74,
      signature.starts(with: Array("ED".utf8)),
      let commentSignature = Base64.standard.decode(String(lines[3])), commentSignature.count == 64
    else { return nil }
    self.text = lines.map { $0 + "\n" }.joined()
    keyID = SignatureKey.idText(signature[2..<10])
    comment = String(lines[2].dropFirst(Self.commentPrefix.count))
    self.signature = Array(signature[10...])
    self.commentSignature = commentSignature
  }
}
