/// A version parsed by its scheme. ``Version`` stores only values derived from it.
protocol SchemeVersion {
  /// Parses a version, or returns `nil` if `bytes` as a whole is not a valid version.
  ///
  /// - Parameter bytes: Printable ASCII.
  init?(reading bytes: ArraySlice<UInt8>)

  /// The numbers before any prerelease, as many as are written.
  var release: [Numeral] { get }

  /// Whether the scheme classifies the version as a prerelease or development release.
  var isPrerelease: Bool { get }

  /// The text of the version in the normal form of the scheme.
  var normalized: String { get }

  /// The text of the ``OrderKey``.
  var order: String { get }
}

/// A version of a scheme in which a version may have several builds: SemVer and the general one.
protocol BuildVersion: SchemeVersion {
  /// The build that the version names, or `nil` if it names none.
  var build: BuildLabel? { get }

  /// The key of the version without its end (``OrderKey/ended(by:)``).
  var openKey: OrderKey { get }
}

extension BuildVersion {
  var order: String { openKey.ended(by: build) }
}

extension VersionScheme {
  /// Parses a version, or returns `nil` if `bytes` is not a valid version.
  ///
  /// - Parameter bytes: Printable ASCII.
  func read(_ bytes: ArraySlice<UInt8>) -> (any SchemeVersion)? {
    switch self {
    case .rubygems: RubyGemsVersion(reading: bytes)
    case .semver: SemanticVersion(reading: bytes)
    case .pep440: PEP440Version(reading: bytes)
    case .general: GeneralVersion(reading: bytes)
    }
  }

  /// Parses a version as written in a requirement, or returns `nil` if `bytes` is not a valid
  /// version. In a requirement, a SemVer version may omit its last numbers.
  ///
  /// - Parameter bytes: Printable ASCII.
  func readInRequirement(_ bytes: ArraySlice<UInt8>) -> (any SchemeVersion)? {
    self == .semver ? SemanticVersion(reading: bytes, releaseCounts: 1...3) : read(bytes)
  }
}
