/// The name of one of the files that an installation consists of: `CFPropertyList`.
///
/// 1 to 128 of `[A-Za-z0-9._-]`, no `-` or `.` first. Safe as part of a path.
package struct PartName: Hashable, Sendable {
  package static let maximumByteCount = 128

  package let text: String

  /// nil for a text that is no such name; nothing is changed on the way.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard 1...Self.maximumByteCount ~= range.count, bytes[range.lowerBound].isIdentifier,
      bytes[range].allSatisfy({ $0.isIdentifier || ".-".utf8.contains($0) })
    else { return nil }
    text = String(decoding: bytes[range], as: UTF8.self)
  }
}

extension PartName: CustomStringConvertible {
  package var description: String { text }
}
