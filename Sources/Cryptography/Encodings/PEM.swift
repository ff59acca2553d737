/// The textual encoding of keys and certificates (RFC 7468).
package enum PEM {
  /// Returns the bytes of each block with a label, such as `CERTIFICATE`.
  ///
  /// Ignores text outside blocks, and blocks with other labels. Returns `nil` if the text is not
  /// UTF-8, if a block does not end, or if its content is not base64.
  package static func blocks(_ label: String, in text: [UInt8]) -> [[UInt8]]? {
    guard let text = String(validating: text, as: UTF8.self) else { return nil }
    var blocks: [[UInt8]] = []
    var digits: [UInt8]?
    for line in text.split(whereSeparator: \.isNewline) {
      if line == "-----BEGIN \(label)-----" {
        guard digits == nil else { return nil }
        digits = []
      } else if line == "-----END \(label)-----" {
        guard let encoded = digits, let block = Base64.standard.decode(encoded[...]) else {
          return nil
        }
        blocks.append(block)
        digits = nil
      } else {
        digits?.append(contentsOf: line.utf8)
      }
    }
    return digits == nil ? blocks : nil
  }
}
