internal import Manifests
internal import SourceKinds
internal import TextSearch
internal import Versions
internal import Vocabulary

/// The rule that reads versions from file names, for releases that contain many versions.
struct AssetVersions: Sendable {
  private let request: PackageRequest
  /// A naming for each line of the option `asset` and each combination of maps. Only the version
  /// that was read determines which of them applies.
  private let namings: [AssetNaming]

  /// The maximum number of combinations for a line. No sensible definition has more.
  private static let maximumCount = 256

  /// Creates the rule for a request, or returns `nil` if the request has no option `versions`.
  init?(_ request: PackageRequest) {
    if request.options(GitHubKind.OptionKey.versions).isEmpty { return nil }
    self.request = request
    namings = request.options(GitHubKind.OptionKey.asset).flatMap { option -> [AssetNaming] in
      guard case .string(let pattern) = option.value else { return [] }
      return Self.maps(of: pattern, request).compactMap { maps in
        try? AssetNaming(pattern) { maps[$0] }
      }
    }
  }

  /// Returns the combinations of the maps for the words of a pattern.
  private static func maps(
    of pattern: String, _ request: PackageRequest
  ) -> [[String: Toolfile.Value]] {
    var combinations: [[String: Toolfile.Value]] = [[:]]
    for key in TemplateWord.mapped.map(\.rawValue) where pattern.contains("{\(key)}") {
      let lines = request.options(key)
      // If every line has a condition, possibly none applies.
      let unmapped = lines.contains { $0.condition.isAlways } ? [] : combinations
      let mapped = combinations.flatMap { combination in
        lines.map { line in combination.merging([key: line.value]) { $1 } }
      }
      combinations = Array((mapped + unmapped).prefix(maximumCount))
    }
    return combinations
  }

  /// Splits a release into one for each version and build that its file names state.
  func split(_ release: GitHubRelease) -> [(version: Version, release: GitHubRelease)] {
    let readers = namings.flatMap { naming in
      Platform.allCases.compactMap { platform in
        naming.reader(for: platform, tag: release.tag).map { (naming, platform, $0) }
      }
    }
    var versions: [String: NamedVersion?] = [:]
    var parts: [String: GitHubRelease] = [:]
    var companions: [GitHubAsset] = []
    for asset in release.assets {
      var isNamed = false
      for (naming, platform, reader) in readers {
        guard let text = reader.version(in: asset.name) else { continue }
        let version = versions[text] ?? namedVersion(text)
        versions[text] = .some(version)
        guard version?.naming == naming else { continue }
        parts[text, default: release.withoutFiles].addFile(asset, for: platform)
        isNamed = true
      }
      if !isNamed { companions.append(asset) }
    }
    return parts.compactMap { text, part in
      guard let version = versions[text]??.version else { return nil }
      var part = part
      part.companions = companions
      return (version, part)
    }
  }

  /// A version and the naming that applies to it.
  private struct NamedVersion {
    let version: Version
    let naming: AssetNaming
  }

  /// Returns the version that `text` spells, or `nil` if it is none.
  private func namedVersion(_ text: String) -> NamedVersion? {
    guard let version = TagPatterns.version(text, in: request.scheme),
      case .string(let pattern)? = request.option(GitHubKind.OptionKey.asset, for: version),
      let naming = try? AssetNaming(pattern, { request.option($0, for: version) })
    else { return nil }
    return NamedVersion(version: version, naming: naming)
  }
}

extension GitHubRelease {
  /// The release without its files.
  fileprivate var withoutFiles: GitHubRelease {
    var release = self
    release.assets = []
    release.named = [:]
    return release
  }

  /// Adds a file for a platform. The same file may be added for several.
  fileprivate mutating func addFile(_ asset: GitHubAsset, for platform: Platform) {
    if assets.last != asset { assets.append(asset) }
    named?[platform] = asset
  }
}
