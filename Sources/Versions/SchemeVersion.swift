/// A version parsed by its scheme. ``Version`` keeps only what it derives from this.
protocol SchemeVersion {
  /// Parses all of `bytes`, which must be printable ASCII. Fails if they are not a valid version.
  init?(reading bytes: ArraySlice<UInt8>)

  /// The numbers before any prerelease mark, as many as are written.
  var release: [Numeral] { get }

  /// Whether the scheme classifies the version as a prerelease or development release.
  var isPrerelease: Bool { get }
  /// The normal form of the scheme.
  var normalized: String { get }
  /// The text of the ``OrderKey``.
  var order: String { get }
}

extension VersionScheme {
  /// Parses a version.
  ///
  /// - Parameter bytes: Printable ASCII.
  /// - Returns: `nil` if the bytes are not a valid version.
  func read(_ bytes: ArraySlice<UInt8>) -> (any SchemeVersion)? {
    switch self {
    case .rubygems: RubyGemsVersion(reading: bytes)
    case .semver: SemanticVersion(reading: bytes)
    case .pep440: PEP440Version(reading: bytes)
    case .general: GeneralVersion(reading: bytes)
    }
  }

  /// Parses a version as written in a requirement, where SemVer allows numbers to be left out.
  ///
  /// - Returns: `nil` if the bytes are not a valid version.
  func readInRequirement(_ bytes: ArraySlice<UInt8>) -> (any SchemeVersion)? {
    self == .semver ? SemanticVersion(reading: bytes, releaseCounts: 1...3) : read(bytes)
  }
}
