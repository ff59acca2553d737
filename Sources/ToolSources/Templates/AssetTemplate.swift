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
    // A value may contain other words, so the order matters.
    for word in TemplateWord.mapped {
      guard let values = maps[word] else { continue }
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
  /// The text before the version must be fixed, and so must enough of the text after it to tell
  /// where the version ends. Otherwise `tool-{version}.{os}` would read 3 from `tool-3.4.1.linux`.
  /// `mapped` contains the words with a map.
  package static func readingFault(
    of template: Template, mapped: Set<TemplateWord>
  ) -> TemplateFault? {
    var isFixed = true
    var open: TemplateWord?
    var isBesideOpen = false
    var found: Set<TemplateWord> = []
    for piece in template.pieces {
      switch piece {
      case .text(let text):
        isBesideOpen = false
        let fixed = text.prefix { $0 != "*" }
        if hasWord(fixed) { open = nil }
        if fixed.endIndex < text.endIndex {
          if let open { return .unbounded(open) }
          isFixed = false
        }
      case .word(let word) where word == .version || word == .build:
        if let open, isBesideOpen { return .unbounded(open) }
        if !isFixed, !found.contains(word) { return .unbounded(word) }
        found.insert(word)
        open = word
        isBesideOpen = true
      case .word(let word):
        isBesideOpen = false
        let isKnown = word == .tag || mapped.contains(word)
        if let open, !isKnown { return .unbounded(open) }
        if isKnown { open = nil } else { isFixed = false }
      }
    }
    return found.contains(.version) ? nil : .noVersion
  }

  /// Returns whether a text contains three letters in a row. Shorter texts, such as `.`, `-1`, and
  /// `-rc`, may be part of a version.
  private static func hasWord(_ text: Substring) -> Bool {
    var count = 0
    for byte in text.utf8 {
      count = (0x61...0x7A).contains(byte | 0x20) ? count + 1 : 0
      if count == 3 { return true }
    }
    return false
  }
}
