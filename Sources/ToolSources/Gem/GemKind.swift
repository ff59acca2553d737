package import Manifests
internal import TextSearch
package import Versions
package import Vocabulary

/// A compact index of gems.
package enum GemKind: IndexKind {
  package static let name = "gem"
  package static let scheme = VersionScheme.rubygems
  package static let runtime: ToolName? = .ruby

  package static let indexSetting = "gem-index"
  package static let indexVariable = "BOOTSTRAP_GEM_INDEX"

  package static let findsExecutables = true
  package static let namesArePublic = true

  /// Returns what the file name of a gem tells about its version and platform. A file of another
  /// gem counts as another version.
  package static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    let path = url.text.prefix { $0 != "?" && $0 != "#" }
    guard let package = declaration[LockedDeclaration.packageKey], path.hasSuffix(".gem"),
      let file = path.split(separator: "/").last?.dropLast(".gem".count)
    else { return .untold }
    guard file.hasPrefix("\(package)-") else { return .other(nil) }
    let told = file.dropFirst(package.count + 1)
    if told == version.text { return .locked }
    guard told.hasPrefix("\(version.text)-") else {
      return .other(String(told.prefix { $0 != "-" }))
    }
    return serves(platform, told.dropFirst(version.text.count + 1)) ? .locked : .otherPlatform
  }

  /// Returns whether a gem's platform names the operating system of `platform`. The source checks
  /// the processor and the C library.
  private static func serves(_ platform: Platform, _ text: Substring) -> Bool {
    switch platform {
    case .linuxX64, .linuxArm64, .linuxX64Musl, .linuxArm64Musl: text.contains("linux")
    case .macosX64, .macosArm64: text.contains("darwin")
    }
  }

  /// Returns the name, or `nil` if RubyGems refuses it. Names are case-sensitive.
  package static func packageName(_ text: String) -> String? {
    let isName =
      PartName(text) != nil && text.utf8.first != UInt8(ascii: "_") && !text.hasSuffix(".")
    return isName ? text : nil
  }
}
