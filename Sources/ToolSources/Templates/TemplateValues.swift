package import Manifests
package import Vocabulary

/// The values of the words of templates for one version.
package struct TemplateValues: Hashable, Sendable {
  /// The version as its source spells it.
  package let version: String
  /// The tag or name from which the version was read.
  package let tag: String
  /// The values that depend on the platform.
  package let maps: [TemplateWord: PlatformMap]
  /// The address of the file that the one to fetch accompanies, or `nil` if there is none.
  package var url: String?

  /// Creates the values for a version.
  package init(version: String, tag: String, maps: [TemplateWord: PlatformMap]) {
    self.version = version
    self.tag = tag
    self.maps = maps
  }

  /// Creates the values for a version.
  ///
  /// - Parameters:
  ///   - version: The version as its source spells it.
  ///   - tag: The name from which the version was read.
  ///   - option: Returns the value of an option for the version, or `nil` if it is not stated.
  /// - Throws: ``TemplateFault`` if an option is invalid.
  package init(
    version: String, tag: String, _ option: (String) -> Toolfile.Value?
  ) throws(TemplateFault) {
    self.init(version: version, tag: tag, maps: try PlatformMap.all(option))
  }

  /// Returns `template` with the values for `platform`.
  ///
  /// - Throws: ``TemplateFault/noValue(_:)`` for a word without a value.
  package func fill(
    _ template: Template, for platform: Platform
  ) throws(TemplateFault) -> String {
    try fill(template, for: platform, isNested: false)
  }

  /// Returns the platforms that the file at `template` may serve.
  ///
  /// - Parameters:
  ///   - template: The template of the file's address.
  ///   - stated: The platforms that the manifest states, or `nil` if it states none. It may state
  ///     that a file for glibc also serves a platform with musl.
  package func platforms(servedBy template: Template, among stated: [Platform]?) -> [Platform] {
    Platform.allCases.filter { platform in
      stated.map { $0.contains(platform) && hasValues(template, for: platform) }
        ?? mayServe(platform, by: template)
    }
  }

  /// Returns whether the file at `template` may serve `platform`.
  ///
  /// A file for Linux usually needs glibc. A platform with musl is served only if an option names
  /// it, or if the template has no word for the platform, so that one file serves all platforms.
  package func mayServe(_ platform: Platform, by template: Template) -> Bool {
    if !hasValues(template, for: platform) { return false }
    if !platform.isMusl { return true }
    let words = template.words.intersection(TemplateWord.mapped)
    return words.isEmpty || words.contains { maps[$0]?.names(platform) ?? false }
  }

  /// Returns whether all words in a template that depend on the platform have a value for it.
  private func hasValues(_ template: Template, for platform: Platform) -> Bool {
    do {
      _ = try fill(template, for: platform)
    } catch {
      // A word of the version lacks its value on every platform, which ``fill(_:for:)`` reports
      // later.
      if case .noValue(let word) = error { return !TemplateWord.mapped.contains(word) }
    }
    return true
  }

  private func fill(
    _ template: Template, for platform: Platform, isNested: Bool
  ) throws(TemplateFault) -> String {
    var text = ""
    for piece in template.pieces {
      switch piece {
      case .text(let piece): text += piece
      case .word(let word):
        guard let value = try value(of: word, for: platform, isNested: isNested) else {
          throw .noValue(word)
        }
        text += value
      }
    }
    return text
  }

  /// Returns the value of a word, or `nil` if it has none.
  ///
  /// - Parameter isNested: Whether the word is in the value of an option. Such a value may contain
  ///   the words of the version, but no other option.
  private func value(
    of word: TemplateWord, for platform: Platform, isNested: Bool
  ) throws(TemplateFault) -> String? {
    switch word {
    case .version: return version
    case .tag: return tag
    case .build: return nil
    case .major: return number(0)
    case .minor: return number(1)
    case .patch: return number(2)
    case .url: return isNested ? nil : url
    case .os, .arch, .target, .ext:
      if !isNested, let value = maps[word]?[platform] {
        return try fill(value, for: platform, isNested: true)
      }
      switch word {
      case .os: return platform.system
      case .arch: return platform.architecture
      default: return nil
      }
    }
  }

  /// Returns a number of the version, or `nil` if the version has fewer.
  private func number(_ index: Int) -> String? {
    let release = version.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let numbers = release.split(separator: ".")
    return index < numbers.count ? String(numbers[index]) : nil
  }
}
