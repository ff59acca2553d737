internal import Manifests
internal import Vocabulary

/// The platforms that a manifest limits a tool to.
package struct PlatformLimit: Hashable, Sendable {
  /// The names in the manifest, such as `linux` or `aarch64-darwin`.
  package let names: [String]
  /// The platforms within the limit. Empty if bootstrap supports none of them.
  private let platforms: [Platform]

  /// Creates a limit to the platforms with any of these names.
  package init(to names: [String]) {
    self.names = names
    platforms = Self.platforms(named: names)
  }

  /// Creates a limit to all platforms but those with any of these names.
  package init(excluding names: [String]) {
    let excluded = Self.platforms(named: names)
    platforms = Platform.allCases.filter { !excluded.contains($0) }
    self.names = platforms.map(\.rawValue)
  }

  private init(names: [String], platforms: [Platform]) {
    self.names = names
    self.platforms = platforms
  }

  /// Returns the limit to the platforms within either of two limits, or `nil` if one is `nil`.
  static func union(_ first: PlatformLimit?, _ second: PlatformLimit?) -> PlatformLimit? {
    guard let first, let second else { return nil }
    return PlatformLimit(
      names: first.names + second.names.filter { !first.names.contains($0) },
      platforms: first.platforms + second.platforms.filter { !first.platforms.contains($0) })
  }

  /// Returns whether none of the platforms is within the limit.
  func isDisjoint(with other: [Platform]) -> Bool { !other.contains(where: platforms.contains) }

  /// Returns the platforms within the limit.
  func limiting(_ other: [Platform]) -> [Platform] { other.filter(platforms.contains) }

  /// Returns the platforms with any of these names. A name also stands for its variants with musl.
  private static func platforms(named names: [String]) -> [Platform] {
    let named = Set(names.flatMap { Platform.named(byOthers: $0) }.map(\.rawValue))
    return Platform.allCases.filter { platform in
      named.contains(platform.rawValue)
        || platform.rawValue.hasSuffix("-musl")
          && named.contains(String(platform.rawValue.dropLast("-musl".count)))
    }
  }
}
