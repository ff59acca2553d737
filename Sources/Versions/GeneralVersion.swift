/// A version from a source without a scheme: SemVer if the text is valid as such,
/// otherwise RubyGems.
///
/// Both schemes compare releases number by number, and order prereleases before their release, so
/// the keys of one scheme can be compared with those of the other. Among the prereleases of a
/// release, those in RubyGems form precede all others. RubyGems syntax is extended as follows: a
/// leading `v` is accepted, the dashes in a date (`2024-01-01`, `2024-01`) do not start a
/// prerelease, and build metadata (`21+35`) is ignored as in SemVer.
enum GeneralVersion: Sendable, SchemeVersion {
  /// A version that is valid as SemVer.
  case semantic(SemanticVersion)

  /// A version that is valid only with the extended RubyGems syntax.
  case rubygems(RubyGemsVersion)

  init?(reading bytes: ArraySlice<UInt8>) {
    if let semantic = SemanticVersion(reading: bytes) {
      self = .semantic(semantic)
      return
    }
    var cursor = VersionCursor(bytes)
    _ = cursor.take { $0.lowercasedASCII == UInt8(ascii: "v") }
    let start = cursor.position
    _ = cursor.takeRun { $0 != UInt8(ascii: "+") }
    let body = bytes[start..<cursor.position]
    if cursor.take(UInt8(ascii: "+")) {
      repeat {
        guard cursor.takeRun(of: { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) != nil
        else { return nil }
      } while cursor.take(UInt8(ascii: "."))
      guard cursor.isAtEnd else { return nil }
    }
    guard let gem = RubyGemsVersion(reading: Self.dotting(dateIn: body)) else { return nil }
    self = .rubygems(gem)
  }

  /// Returns text with the dashes of a leading date replaced by dots: `2024.01.01-rc1` for
  /// `2024-01-01-rc1`. Text without a leading date is returned unchanged.
  private static func dotting(dateIn bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var dotted = bytes
    var cursor = VersionCursor(bytes)
    guard cursor.takeRun(of: \.isASCIIDigit)?.count == 4 else { return bytes }
    for _ in 0..<2 {
      let dash = cursor.position
      guard cursor.take(UInt8(ascii: "-")), cursor.takeRun(of: \.isASCIIDigit)?.count == 2,
        cursor.next?.isASCIILetter != true
      else { break }
      dotted[dash] = UInt8(ascii: ".")
    }
    return dotted
  }

  /// The version in the scheme that accepted it.
  private var base: any SchemeVersion {
    switch self {
    case .semantic(let version): version
    case .rubygems(let version): version
    }
  }

  var release: [Numeral] { base.release }
  var isPrerelease: Bool { base.isPrerelease }
  var normalized: String { base.normalized }
  var order: String { base.order }
}
