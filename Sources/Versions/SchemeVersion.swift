/// A version as its scheme takes it apart; ``Version`` keeps only what comes out of it.
protocol SchemeVersion {
  /// Reads the whole of `bytes`, which are printable ASCII; nil if they are no such version.
  init?(reading bytes: ArraySlice<UInt8>)

  /// The numbers before any mark of a prerelease, as many as are written.
  var release: [Numeral] { get }
  var isPrerelease: Bool { get }
  /// The scheme's normal form.
  var normalized: String { get }
  /// The ``OrderKey``.
  var order: String { get }
}

extension VersionScheme {
  /// - Parameter bytes: printable ASCII.
  func read(_ bytes: ArraySlice<UInt8>) -> (any SchemeVersion)? {
    switch self {
    case .rubygems: RubyGemsVersion(reading: bytes)
    case .semver: SemanticVersion(reading: bytes)
    case .pep440: PEP440Version(reading: bytes)
    case .general: GeneralVersion(reading: bytes)
    }
  }

  /// Reads a version as a requirement may write it: SemVer may leave out numbers.
  func readInRequirement(_ bytes: ArraySlice<UInt8>) -> (any SchemeVersion)? {
    self == .semver ? SemanticVersion(reading: bytes, releaseCounts: 1...3) : read(bytes)
  }
}
