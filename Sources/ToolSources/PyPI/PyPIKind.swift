package import Manifests
internal import TextSearch
package import Versions
package import Vocabulary

/// A Python package index, used as a source of native programs in wheels.
package enum PyPIKind: IndexKind {
  package static let name = "pypi"
  package static let scheme = VersionScheme.pep440

  package static let indexSetting = "index"
  package static let indexVariable = "BOOTSTRAP_PYPI_INDEX"

  package static let findsExecutables = true
  package static let namesArePublic = true
  package static let statesPublishers = true

  /// Returns what the name of a wheel says about its version. A wheel of another package counts as
  /// another version.
  package static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    let address = url.text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard address.suffix(4).elementsEqual(".whl".utf8),
      let start = address.lastIndex(of: UInt8(ascii: "/"))
    else { return .untold }
    let fields = address[start...].dropFirst().split(separator: UInt8(ascii: "-"), maxSplits: 2)
    guard fields.count == 3 else { return .untold }
    if let package = declaration[LockedDeclaration.packageKey],
      let told = PackageName(Substring(fields[0]).decodingPercents),
      PackageName(package) != told
    {
      return .other(nil)
    }
    let tags = fields[2].dropLast(".whl".utf8.count).split(separator: UInt8(ascii: "-")).last
    if let tags, !Self.serves(platform, Substring(tags).decodingPercents) { return .otherPlatform }
    if fields[1].elementsEqual(version.text.utf8) { return .locked }
    guard let told = try? Version(parsing: Substring(fields[1]).decodingPercents, scheme: scheme),
      let locked = try? Version(parsing: version.text, scheme: scheme)
    else { return .untold }
    return told == locked ? .locked : .other(told.spelling)
  }

  /// Returns whether one of a wheel's platform tags matches the operating system and processor of
  /// `platform`. The source checks the required version of the operating system.
  private static func serves(_ platform: Platform, _ tags: String) -> Bool {
    let (system, processors) =
      switch platform {
      case .linuxX64, .linuxX64Musl: ("linux", ["x86_64"])
      case .linuxArm64, .linuxArm64Musl: ("linux", ["aarch64"])
      case .macosX64: ("macosx", ["x86_64", "universal2", "universal", "intel", "fat64"])
      case .macosArm64: ("macosx", ["arm64", "universal2"])
      }
    return tags.split(separator: ".").contains { tag in
      tag == "any" || tag.contains(system) && processors.contains { tag.hasSuffix("_\($0)") }
    }
  }

  /// Returns the normal form of a package name (PEP 503), or `nil` if `text` is invalid.
  package static func packageName(_ text: String) -> String? { PackageName(text)?.description }
}

/// The name of a package on a Python index, in its normal form (PEP 503): lowercase, with each
/// run of `-`, `_`, and `.` replaced by one `-`.
package struct PackageName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Normalizes a name. Returns `nil` unless it consists of ASCII letters, digits, `-`, `_`,
  /// and `.`, with a letter or digit at both ends (PEP 508).
  package init?(_ text: some StringProtocol) {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        if result.last != UInt8(ascii: "-") { result.append(UInt8(ascii: "-")) }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): result.append(byte | 32)
      case _ where Self.isAlphanumeric(byte): result.append(byte)
      default: return nil
      }
    }
    let dash = UInt8(ascii: "-")
    guard let first = result.first, first != dash, result.last != dash else { return nil }
    description = String(decoding: result, as: UTF8.self)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
  }
}
