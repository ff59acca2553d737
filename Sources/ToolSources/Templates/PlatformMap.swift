package import Manifests
package import Vocabulary

/// The values of a word of a template by platform, such as `os macos: "darwin"`.
///
/// A key names a system, an architecture, or a platform. The most specific key that applies to a
/// platform determines its value: its full name, then its name without `musl`, then its
/// architecture, then its system.
package struct PlatformMap: Hashable, Sendable {
  private let values: [String: Template]

  /// The keys from the most general to the most specific.
  private static let keys =
    ["linux", "macos", "x64", "arm64"] + Platform.allCases.map(Self.key)

  /// Reads the value of an option.
  ///
  /// - Throws: ``TemplateFault`` if a key is unknown, or a value is not a template.
  package init(_ value: Toolfile.Value) throws(TemplateFault) {
    guard case .map(let entries) = value else { throw .notText(key: "") }
    var values: [String: Template] = [:]
    for entry in entries {
      guard Self.keys.contains(entry.key) else {
        throw .unknownPlatform(entry.key, known: Self.keys)
      }
      guard case .string(let text) = entry.value else { throw .notText(key: entry.key) }
      values[entry.key] = try Template(text)
    }
    self.values = values
  }

  /// Reads the options that state the values of words. `option` returns the value of an option, or
  /// `nil` if it is not stated.
  ///
  /// - Throws: ``TemplateFault`` if an option is invalid.
  package static func all(
    _ option: (String) -> Toolfile.Value?
  ) throws(TemplateFault) -> [TemplateWord: PlatformMap] {
    var maps: [TemplateWord: PlatformMap] = [:]
    for word in TemplateWord.mapped {
      guard let value = option(word.rawValue) else { continue }
      maps[word] = try PlatformMap(value)
    }
    return maps
  }

  /// Returns the value for `platform`, or `nil` if no key applies to it.
  package subscript(platform: Platform) -> Template? {
    Self.keys(for: platform).lazy.compactMap { values[$0] }.first
  }

  /// Returns whether a key is the full name of `platform`.
  package func names(_ platform: Platform) -> Bool { values[Self.key(of: platform)] != nil }

  /// Returns the keys that apply to `platform`, the most specific first.
  private static func keys(for platform: Platform) -> [String] {
    let full = key(of: platform)
    let plain = "\(platform.system)_\(platform.architecture)"
    return (full == plain ? [] : [full]) + [plain, platform.architecture, platform.system]
  }

  /// Returns the full name of a platform as a key.
  private static func key(of platform: Platform) -> String {
    String(platform.rawValue.map { $0 == "-" ? "_" : $0 })
  }
}

extension Platform {
  /// The system as templates name it: `linux` or `macos`.
  package var system: String {
    switch self {
    case .linuxX64, .linuxArm64, .linuxX64Musl, .linuxArm64Musl: "linux"
    case .macosX64, .macosArm64: "macos"
    }
  }

  /// The architecture as templates name it: `x64` or `arm64`.
  package var architecture: String {
    switch self {
    case .linuxX64, .linuxX64Musl, .macosX64: "x64"
    case .linuxArm64, .linuxArm64Musl, .macosArm64: "arm64"
    }
  }

  /// Whether the C library is musl.
  package var isMusl: Bool { self == .linuxX64Musl || self == .linuxArm64Musl }
}
