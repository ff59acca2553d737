/// An identifier, 12 lowercase hexadecimal digits, of exactly what is installed: an artifact
/// and its parts.
package struct ContentID: Hashable, Sendable {
  private let number: UInt64

  /// Computes the id of an artifact and its parts on one platform; the order of `parts`
  /// is irrelevant.
  ///
  /// Without parts, the id is the start of the artifact's SHA-256. With parts, it is the start
  /// of the SHA-256 of the following lines. The `part` lines are sorted by bytes, and each line
  /// ends with a line feed.
  ///
  /// ```
  /// artifact raw sha256:6956…
  /// part CFPropertyList 3.0.7 gem sha256:730f…
  /// part addressable 2.8.7 gem sha256:70ba…
  /// ```
  package init<Part: ContentPart>(
    of digest: SHA256Digest, _ format: ArtifactFormat, with parts: [Part] = [ArtifactPart]()
  ) {
    if parts.isEmpty {
      number = digest.leading48Bits
      return
    }
    let lines = parts.map { "part \($0.name) \($0.version) \($0.format) \($0.digest)\n" }
    let text = "artifact \(format) \(digest)\n" + lines.sorted().joined()
    number = SHA256Digest(of: text.utf8).leading48Bits
  }

  /// Parses an id; `nil` unless `text` has exactly 12 lowercase digits. Directory names must
  /// have a unique spelling.
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

/// The properties of a part that determine a content id.
package protocol ContentPart {
  var name: PartName { get }
  var version: VersionText { get }
  var format: ArtifactFormat { get }
  var digest: SHA256Digest { get }
}

extension ContentID: CustomStringConvertible {
  package var description: String {
    var digits: [UInt8] = []
    appendHexadecimalDigits(of: number, 12, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }
}
