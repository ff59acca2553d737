internal import SourceKinds
internal import TextSearch
internal import Versions
internal import Vocabulary

/// The pattern of the option `asset`, in which maps replace words with values for each platform.
struct AssetTemplate {
  private let text: String
  private let maps: [(word: TemplateWord, values: PlatformMap)]

  /// Creates the pattern that applies to `version`.
  init(_ text: String, _ request: PackageRequest, _ version: Version) {
    self.text = text
    maps = TemplateWord.mapped.compactMap { word in
      guard text.contains("{\(word.rawValue)}"),
        let value = request.option(word.rawValue, for: version),
        let values = try? PlatformMap(value)
      else { return nil }
      return (word, values)
    }
  }

  /// Returns the pattern for a platform, or `nil` if a map has no value for it.
  ///
  /// Words without a map are left to ``AssetPattern``. On a platform with musl, the rules for names
  /// decide whether the file suits, unless a map names that platform.
  func filled(for platform: Platform) -> String? {
    var filled = text
    for (word, values) in maps {
      let usual: String? =
        switch word {
        case .os: platform.system
        case .arch: platform.architecture
        default: nil
        }
      guard let value = values[platform]?.text ?? usual else { return nil }
      filled = filled.replacing("{\(word.rawValue)}", with: value)
    }
    let isNamed = maps.isEmpty || maps.contains { $0.values.names(platform) }
    return platform.isMusl && !isNamed ? filled + "*" : filled
  }
}
