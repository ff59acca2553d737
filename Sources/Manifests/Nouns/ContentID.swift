/// 12 lower-case hexadecimal digits that stand for exactly what is installed: an artifact, and its parts.
package struct ContentID: Hashable, Sendable {
  private let number: UInt64

  /// Of an artifact and what is installed with it on one platform, in whatever order.
  ///
  /// Of an artifact alone it is the start of the artifact's SHA-256. With parts it is the start of the SHA-256 over a text that has a
  /// line for each file, the artifact's first, those of the parts sorted by their bytes, and a line feed after each:
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

  /// nil for anything but 12 lower-case digits: it is the name of a directory, and must be spelled in one way.
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

/// What a ``ContentID`` stands for besides the artifact.
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
