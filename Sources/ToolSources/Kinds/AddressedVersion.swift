internal import Vocabulary

/// The relation of a locked file to the version and platform of its stanza, according to the
/// address of the file or to an index in the project.
///
/// The digests of a lock do not tell versions, so somebody who changes a repository can put the
/// artifacts of an old version into the stanza of a new one.
package enum AddressedVersion: Hashable, Sendable {
  /// The address is that of the locked version.
  case locked
  /// The address is that of another version or package. The version is `nil` if it is unknown.
  case other(String?)
  /// The file is for other platforms.
  case otherPlatform
  /// The address does not depend on the version.
  case untold
}

extension StringProtocol {
  /// Returns whether the text contains a version that is not part of a longer one: `v1.0` contains
  /// 1.0, but `v1.0.1` and `v11.0` do not.
  func states(_ version: VersionText) -> Bool {
    let (text, version) = (Array(utf8), Array(version.text.utf8))
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    var start = 0
    while start + version.count <= text.count {
      defer { start += 1 }
      guard text[start..<(start + version.count)].elementsEqual(version) else { continue }
      let before = text[..<start].suffix(2)
      let after = text[(start + version.count)...].prefix(2)
      let isLongerBefore =
        before.last.map(isDigit) ?? false
        || before.last == UInt8(ascii: ".") && before.count == 2
          && isDigit(before[before.startIndex])
      let isLongerAfter =
        after.first.map(isDigit) ?? false
        || after.first == UInt8(ascii: ".") && after.count == 2
          && isDigit(after[after.endIndex - 1])
      if !isLongerBefore, !isLongerAfter { return true }
    }
    return false
  }
}

extension Substring {
  /// The text with percent-encoded bytes decoded. A percent sign that encodes nothing stays.
  var decodingPercents: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
