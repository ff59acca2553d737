/// One exact version of a tool, as its source spells it.
///
/// Equality, hashing, and order follow the meaning in the scheme, regardless of the spelling:
/// `1.0` equals `1.0.0`. To distinguish two spellings of one version, compare ``spelling``.
/// Versions of different schemes are never equal, and sort by the name of the scheme.
///
/// The builds of a version, such as `1.28.4+x1` and `1.28.4+x2`, are different versions. They
/// follow the version itself in the order, unlike in SemVer, which leaves their order open.
package struct Version: Sendable {
  /// The maximum length of a version, in UTF-8 bytes.
  package static let maximumByteCount = 256

  /// The text as written, without surrounding whitespace: printable ASCII without spaces.
  package let spelling: String

  /// The scheme that determines the meaning and order of the version.
  package let scheme: VersionScheme

  /// Whether the scheme classifies this version as a prerelease (or, in PEP 440, as a
  /// development release).
  package let isPrerelease: Bool

  /// The text of the ``OrderKey``.
  private let order: String

  /// Parses `text`, ignoring surrounding whitespace.
  ///
  /// - Throws: ``VersionError`` if `text` is not a version of `scheme`.
  package init(parsing text: String, scheme: VersionScheme) throws(VersionError) {
    let bytes = try Version.bytes(of: text)
    guard let version = scheme.read(bytes[...]) else {
      throw .malformed(text: String(decoding: bytes, as: UTF8.self), scheme: scheme)
    }
    self.init(version, spelling: String(decoding: bytes, as: UTF8.self), scheme: scheme)
  }

  /// Creates a version from its parsed parts and its spelling.
  init(_ version: any SchemeVersion, spelling: String, scheme: VersionScheme) {
    self.spelling = spelling
    self.scheme = scheme
    self.isPrerelease = version.isPrerelease
    self.order = version.order
  }

  /// Creates a bound of a ``VersionSet``: just before or after every version whose key starts
  /// with `key`.
  ///
  /// - Parameters:
  ///   - key: The common prefix of the keys.
  ///   - mark: `.floor` for the bound before the versions, or `.ceiling` for the bound after them.
  ///   - spelling: The text to display: the nearest version that can be written.
  ///   - scheme: The scheme of the versions.
  init(boundOf key: OrderKey, _ mark: OrderKey.Mark, spelling: String, scheme: VersionScheme) {
    var key = key
    key.append(mark)
    self.spelling = spelling
    self.scheme = scheme
    self.isPrerelease = false
    self.order = key.text
  }

  /// The text of the version in the normal form of its scheme. Equal forms imply equal versions.
  ///
  /// The reverse does not hold for PEP 440, whose normal form keeps trailing zeros. Computed on
  /// demand, because few versions need it.
  package var normalized: String {
    // Only the spelling of a bound can fail to parse, because a bound is not a version.
    scheme.readInRequirement(Array(spelling.utf8)[...])?.normalized ?? spelling
  }

  /// The release that a prerelease precedes, such as 2.0.0 for 2.0.0-rc1, or `nil` if this version
  /// is not a prerelease.
  package var release: Version? {
    guard isPrerelease, let read = scheme.read(Array(spelling.utf8)[...]) else { return nil }
    var epoch = ""
    if let read = read as? PEP440Version, !read.epoch.isZero { epoch = read.epoch.digits + "!" }
    return try? Version(parsing: epoch + read.release.dotted, scheme: scheme)
  }

  /// Whether this is a local version (PEP 440): a variant build of a public version (`2.0+cu118`).
  package var isLocal: Bool {
    scheme == .pep440 && spelling.utf8.contains(UInt8(ascii: "+"))
  }

  /// The spelling without the build: `1.28.4` for `1.28.4+x1`. The same as ``spelling`` if the
  /// version names no build.
  package var spellingWithoutBuild: String {
    scheme == .semver || scheme == .general
      ? String(spelling.prefix { $0 != "+" }) : spelling
  }

  /// Returns the bytes of `text` without surrounding whitespace.
  ///
  /// - Throws: ``VersionError`` if the text is empty, too long, or contains anything but
  ///   printable ASCII.
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
  /// Whether the byte is printable ASCII other than a space.
  fileprivate var isPrintable: Bool { UInt8(ascii: "!")...UInt8(ascii: "~") ~= self }
}

extension Version: Hashable, Comparable {
  /// Returns whether two versions are equal in the same scheme, regardless of the spelling.
  package static func == (left: Version, right: Version) -> Bool {
    left.order == right.order && left.scheme == right.scheme
  }

  /// Returns whether `left` precedes `right` in the order of their scheme, or by the name of the
  /// scheme if the schemes differ.
  package static func < (left: Version, right: Version) -> Bool {
    left.scheme == right.scheme
      ? left.order < right.order
      : left.scheme.rawValue < right.scheme.rawValue
  }

  /// Hashes the order key, which does not depend on the spelling.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(order)
  }
}

extension Version: CustomStringConvertible {
  /// The version as written.
  package var description: String { spelling }
}
