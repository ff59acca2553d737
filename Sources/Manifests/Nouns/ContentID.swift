/// 12 lower-case hexadecimal digits that stand for exactly what is installed.
///
/// The start of the artifact's SHA-256, or of the digest over all parts where there are several.
package struct ContentID: Hashable, Sendable {
  private let number: UInt64

  package init(_ digest: SHA256Digest) {
    number = digest.leading48Bits
  }

  /// nil for anything but 12 lower-case digits: it is the name of a directory, and must be spelled
  /// in one way.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard range.count == 12, let number = hexadecimalNumber(in: bytes, range)
    else { return nil }
    self.number = number
  }
}

extension ContentID: CustomStringConvertible {
  package var description: String {
    var digits: [UInt8] = []
    appendHexadecimalDigits(of: number, 12, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }
}
