package import Manifests
internal import TextSearch
package import Vocabulary

/// The pattern of the option `asset`, in which maps replace words with values for each platform.
package struct AssetTemplate {
  private let text: String
  private let maps: [(word: TemplateWord, values: PlatformMap)]

  /// Creates the pattern. `option` returns the value of an option, or `nil` if it is not stated.
  package init(_ text: String, _ option: (String) -> Toolfile.Value?) {
    self.text = text
    maps = TemplateWord.mapped.compactMap { word in
      guard text.contains("{\(word.rawValue)}"), let value = option(word.rawValue),
        let values = try? PlatformMap(value)
      else { return nil }
      return (word, values)
    }
  }

  /// Returns the pattern for a platform, or `nil` if a map has no value for it.
  ///
  /// Words without a map stay, and the rules for names choose among the files. On a platform with
  /// musl, these rules decide whether the file suits, unless a map names that platform.
  package func filled(for platform: Platform) -> String? {
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
