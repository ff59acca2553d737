/// The name of one of the files that an installation consists of: `CFPropertyList`.
///
/// 1 to 128 of `[A-Za-z0-9._-]`, no `-` or `.` first. Safe as part of a path.
package struct PartName: Hashable, Sendable {
  package static let maximumByteCount = 128

  package let text: String

  /// nil for a text that is no such name; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    self.init(bytes: Array(text.utf8)[...])
  }

  init?(bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first, bytes.count <= Self.maximumByteCount,
      first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
      bytes.allSatisfy({ $0.isIdentifier || ".-".utf8.contains($0) })
    else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

extension PartName: CustomStringConvertible {
  package var description: String { text }
}
