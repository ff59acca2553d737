/// One exact version of a tool, as its source spells it.
///
/// Versions are equal, hash and sort by what their scheme says they mean, whatever the spelling:
/// `1.0` is `1.0.0`, and SemVer's build metadata says nothing. Two spellings of one version are
/// told apart by ``spelling``. Versions of different schemes are never equal; they sort by scheme.
package struct Version: Sendable {
  /// The longest text that is read as a version, in UTF-8 bytes.
  package static let maximumByteCount = 256

  /// The text that was read, without white space around it. Printable ASCII without spaces.
  package let spelling: String

  package let scheme: VersionScheme

  /// Whether the scheme calls this version a prerelease (PEP 440: or a development release).
  package let isPrerelease: Bool

  private let order: String

  /// Reads `text`, of which only white space around it is dropped.
  package init(parsing text: String, scheme: VersionScheme) throws(VersionError) {
    let bytes = try Version.bytes(of: text)
    guard let version = scheme.read(bytes[...]) else {
      throw .malformed(text: String(decoding: bytes, as: UTF8.self), scheme: scheme)
    }
    self.init(version, spelling: String(decoding: bytes, as: UTF8.self), scheme: scheme)
  }

  init(_ version: any SchemeVersion, spelling: String, scheme: VersionScheme) {
    self.spelling = spelling
    self.scheme = scheme
    self.isPrerelease = version.isPrerelease
    self.order = version.order
  }

  /// A bound of a ``VersionSet``: just before or after everything whose key starts with `key`.
  ///
  /// - Parameters:
  ///   - mark: `.floor` or `.ceiling`.
  ///   - spelling: the nearest version that can be written, for display.
  init(boundOf key: OrderKey, _ mark: OrderKey.Mark, spelling: String, scheme: VersionScheme) {
    var key = key
    key.append(mark)
    self.spelling = spelling
    self.scheme = scheme
    self.isPrerelease = false
    self.order = key.text
  }

  /// The scheme's normal form; equal forms mean equal versions. (PEP 440's keeps trailing zeros, so
  /// equal versions may have two.) Computed on demand: of thousands of versions, few need it.
  package var normalized: String {
    // Only the spelling of a bound, which is not a version, may be unreadable.
    scheme.readInRequirement(Array(spelling.utf8)[...])?.normalized ?? spelling
  }

  /// The version that a prerelease leads to: 2.0.0 for 2.0.0-rc1. nil for one that is no prerelease.
  package var release: Version? {
    guard isPrerelease, let read = scheme.read(Array(spelling.utf8)[...]) else { return nil }
    var epoch = ""
    if let read = read as? PEP440Version, !read.epoch.isZero { epoch = read.epoch.digits + "!" }
    return try? Version(parsing: epoch + read.release.dotted, scheme: scheme)
  }

  /// Whether this is a local version of PEP 440: somebody's own build (`2.0+cu118`).
  package var isLocal: Bool {
    scheme == .pep440 && spelling.utf8.contains(UInt8(ascii: "+"))
  }

  /// The bytes of `text` without white space around them, if all of them are printable ASCII.
  static func bytes(of text: String) throws(VersionError) -> [UInt8] {
    let bytes = Array(text.utf8)
    if !bytes.isEmpty, bytes.count <= maximumByteCount, bytes.allSatisfy(\.isPrintable) {
      return bytes
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { throw .empty }
    let word = scalars[first...last]
    let wordBytes = Array(String(word).utf8)
    guard wordBytes.count <= maximumByteCount else { throw .tooLong(byteCount: wordBytes.count) }
    if let index = word.firstIndex(where: { !("!"..."~" ~= $0) }) {
      let offset = text.utf8.distance(from: text.startIndex, to: index)
      throw .forbiddenCharacter(scalars[index], offset: offset)
    }
    return wordBytes
  }
}

extension UInt8 {
  fileprivate var isPrintable: Bool { UInt8(ascii: "!")...UInt8(ascii: "~") ~= self }
}

extension Version: Hashable, Comparable {
  package static func == (left: Version, right: Version) -> Bool {
    left.order == right.order && left.scheme == right.scheme
  }

  package static func < (left: Version, right: Version) -> Bool {
    left.scheme == right.scheme
      ? left.order < right.order
      : left.scheme.rawValue < right.scheme.rawValue
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(order)
  }
}

extension Version: CustomStringConvertible {
  package var description: String { spelling }
}
