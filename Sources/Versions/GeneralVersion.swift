/// A version from a source without a scheme: SemVer if the text is valid as such,
/// otherwise RubyGems.
///
/// Both schemes compare releases number by number, and order prereleases before their release, so
/// the keys of one scheme can be compared with those of the other. Among the prereleases of a
/// release, those in RubyGems form precede all others. RubyGems syntax is extended as follows: a
/// leading `v` is accepted, the dashes in a date (`2024-01-01`, `2024-01`) do not start a
/// prerelease, one letter may follow a single number (`37c`), and a build may follow (`21+35`) as
/// in SemVer.
struct GeneralVersion: Sendable, BuildVersion {
  /// The version without its build, in the scheme that accepted it.
  private enum Base {
    /// A version that is valid as SemVer.
    case semantic(SemanticVersion)

    /// A version that is valid only with the extended RubyGems syntax.
    case rubygems(RubyGemsVersion)
  }

  private let base: Base
  let build: BuildLabel?

  init?(reading bytes: ArraySlice<UInt8>) {
    if let semantic = SemanticVersion(reading: bytes) {
      base = .semantic(semantic)
      build = semantic.build
      return
    }
    var cursor = VersionCursor(bytes)
    _ = cursor.take { $0.lowercasedASCII == UInt8(ascii: "v") }
    let start = cursor.position
    _ = cursor.takeRun { $0 != UInt8(ascii: "+") }
    let body = bytes[start..<cursor.position]
    let (isWellFormed, build) = BuildLabel.take(from: &cursor)
    guard isWellFormed, cursor.isAtEnd else { return nil }
    let dotted = Self.dotting(letterIn: Self.dotting(dateIn: body))
    guard let gem = RubyGemsVersion(reading: dotted) else { return nil }
    base = .rubygems(gem)
    self.build = build
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

  /// Returns a number and a letter with a dot between them: `37.c` for `37c`. Other text is
  /// returned unchanged.
  private static func dotting(letterIn bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let number = bytes.dropLast()
    guard let letter = bytes.last, letter.isASCIILetter, !number.isEmpty,
      number.allSatisfy(\.isASCIIDigit)
    else { return bytes }
    return number + [UInt8(ascii: "."), letter]
  }

  var release: [Numeral] {
    switch base {
    case .semantic(let version): version.release
    case .rubygems(let version): version.release
    }
  }

  var isPrerelease: Bool {
    switch base {
    case .semantic(let version): version.isPrerelease
    case .rubygems(let version): version.isPrerelease
    }
  }

  var normalized: String {
    switch base {
    case .semantic(let version): version.normalized
    case .rubygems(let version): version.normalized + (build?.suffix ?? "")
    }
  }

  var openKey: OrderKey {
    switch base {
    case .semantic(let version): version.openKey
    case .rubygems(let version): version.openKey
    }
  }
}
