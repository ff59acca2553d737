internal import Manifests
internal import SourceKinds
internal import TextSearch
internal import Versions
internal import Vocabulary

/// The rule that finds the versions in the names of a release's files, for a release that contains
/// many versions, such as one of prebuilt runtimes.
struct AssetVersions: Sendable {
  private let request: PackageRequest
  /// The patterns of all lines of the option `asset`, with every combination of maps. The last one
  /// that applies to a version counts.
  private let templates: [AssetTemplate]

  /// The maximum number of combinations, which only a faulty definition reaches.
  private static let maximumCount = 256

  /// Creates the rule of a request. Returns `nil` unless the option `versions` asks for it.
  init?(_ request: PackageRequest) {
    guard !request.options(GitHubKind.OptionKey.versions).isEmpty else { return nil }
    self.request = request
    var templates: [AssetTemplate] = []
    for option in request.options(GitHubKind.OptionKey.asset).reversed() {
      guard case .string(let text) = option.value else { continue }
      var choices: [[TemplateWord: Toolfile.Value]] = [[:]]
      for word in TemplateWord.mapped where text.contains("{\(word.rawValue)}") {
        let values = request.options(word.rawValue).map(\.value)
        guard !values.isEmpty, choices.count * values.count <= Self.maximumCount else { continue }
        choices = choices.flatMap { choice in
          values.map { value in choice.merging([word: value]) { _, new in new } }
        }
      }
      templates += choices.map { choice in AssetTemplate(text) { choice[$0] } }
    }
    self.templates = templates
  }

  /// Splits a release into one for each version in the names of its files.
  func split(_ release: GitHubRelease) -> [(version: Version, part: GitHubRelease)] {
    let patterns = templates.map { template in
      let patterns = Platform.allCases.compactMap { platform in
        AssetVersionPattern(template, tag: release.tag, for: platform).map { (platform, $0) }
      }
      return (template: template, patterns: patterns)
    }
    var known: [String: Version?] = [:]
    /// Returns the version that `text` spells, or `nil` if it is none.
    func version(_ text: String) -> Version? {
      if let version = known[text] { return version }
      let version = TagPatterns.version(text, in: request.scheme)
      known[text] = .some(version)
      return version
    }
    var empty = release
    empty.assets = []
    // Two builds of a version in one release are two parts.
    var parts: [String: (version: Version, release: GitHubRelease)] = [:]
    var order: [String] = []
    var companions: [GitHubAsset] = []
    var applicable: [String: AssetTemplate] = [:]
    for asset in release.assets {
      var platforms: [String: Set<Platform>] = [:]
      for (template, patterns) in patterns {
        for (platform, pattern) in patterns {
          let text = pattern.version(in: asset.name) { version($0) != nil }
          guard let text, let version = version(text) else { continue }
          if applicable[text] == nil { applicable[text] = AssetTemplate(request, for: version) }
          guard applicable[text] == template else { continue }
          if parts[text] == nil {
            order.append(text)
            parts[text] = (version, empty)
          }
          platforms[text, default: []].insert(platform)
        }
      }
      if platforms.isEmpty { companions.append(asset) }
      for (text, platforms) in platforms {
        var named = asset
        named.namedPlatforms = platforms
        parts[text]?.release.assets.append(named)
      }
    }
    return order.compactMap { text in
      guard var part = parts[text] else { return nil }
      part.release.companions = companions
      return (part.version, part.release)
    }
  }
}

extension AssetTemplate {
  /// Creates the pattern that applies to `version`. Returns `nil` if the request states none.
  init?(_ request: PackageRequest, for version: Version) {
    guard case .string(let text)? = request.option(GitHubKind.OptionKey.asset, for: version) else {
      return nil
    }
    self.init(text) { request.option($0.rawValue, for: version) }
  }
}
