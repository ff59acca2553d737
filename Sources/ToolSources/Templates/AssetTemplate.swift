package import Manifests
internal import TextSearch
package import Vocabulary

/// The pattern of the option `asset`, in which maps replace words with values for each platform.
package struct AssetTemplate: Hashable, Sendable {
  /// The pattern as written.
  let text: String
  /// The maps of the words that the pattern contains.
  private let maps: [TemplateWord: PlatformMap]

  /// Creates the pattern `text`. `map` returns the value of the option that states the map of a
  /// word, or `nil` if there is none.
  package init(_ text: String, map: (TemplateWord) -> Toolfile.Value?) {
    self.text = text
    var maps: [TemplateWord: PlatformMap] = [:]
    for word in TemplateWord.mapped where text.contains("{\(word.rawValue)}") {
      maps[word] = map(word).flatMap { try? PlatformMap($0) }
    }
    self.maps = maps
  }

  /// Returns the pattern for a platform, or `nil` if a map has no value for it.
  ///
  /// Words without a map are left to ``AssetPattern``. On a platform with musl, the rules for names
  /// decide whether the file suits, unless a map names that platform.
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
    let isNamed = maps.isEmpty || maps.values.contains { $0.names(platform) }
    return platform.isMusl && !isNamed ? filled + "*" : filled
  }

  /// Returns the fault of a pattern from which versions are read, or `nil` if it has none.
  ///
  /// The version ends where the text after it begins. Otherwise `tool-{version}.{os}` would read 3
  /// from `tool-3.4.1.linux`. `mapped` contains the words with a map.
  package static func readingFault(
    of template: Template, mapped: Set<TemplateWord>
  ) -> TemplateFault? {
    var isFixed = true
    var open: TemplateWord?
    var found: Set<TemplateWord> = []
    for piece in template.pieces {
      switch piece {
      case .text(let text):
        if let open, text.hasPrefix("*") { return .unbounded(open) }
        if text.contains("*") { isFixed = false }
        open = nil
      case .word(let word) where word == .version || word == .build:
        if let open { return .unbounded(open) }
        // What follows the first occurrence need not be fixed.
        if !isFixed, !found.contains(.version) { return .unbounded(word) }
        found.insert(word)
        open = word
      case .word(let word):
        let isKnown = word == .tag || mapped.contains(word)
        if let open, !isKnown { return .unbounded(open) }
        if !isKnown { isFixed = false }
        open = nil
      }
    }
    return found.contains(.version) ? nil : .noVersion
  }
}
