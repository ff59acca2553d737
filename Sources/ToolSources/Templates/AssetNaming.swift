package import Manifests
internal import TextSearch
package import Vocabulary

/// A pattern for the files of a release that contains many versions, such as
/// `ruby-{version}.{target}.tar.gz`. Versions are read from the names that match it.
package struct AssetNaming: Hashable, Sendable {
  /// The pattern without `{build}` and the separator before it.
  private let template: Template
  /// The text between `{version}` and `{build}`, or `nil` if names do not state a build.
  private let separator: String?
  private let maps: [TemplateWord: PlatformMap]

  /// Creates a naming.
  ///
  /// - Parameters:
  ///   - pattern: The value of the option `asset`.
  ///   - option: Returns the value of an option, or `nil` if it is not stated.
  /// - Throws: ``TemplateFault`` if the pattern cannot be read backward, or an option is invalid.
  package init(
    _ pattern: String, _ option: (String) -> Toolfile.Value?
  ) throws(TemplateFault) {
    (template, separator) = try Self.parts(of: Template(pattern))
    for word in template.words where word != .version && word != .tag {
      guard TemplateWord.mapped.contains(word) else { throw .notReadable(word) }
    }
    if !template.words.contains(.version) { throw .noVersion }
    if template.text.contains("*") { throw .wildcard }
    if template.text.hasSuffix(Self.placeholder) { throw .endsWithVersion }
    let words = template.words
    maps = try PlatformMap.all(option).filter { words.contains($0.key) }
  }

  /// Removes `{build}` and the separator before it from a pattern. Returns the rest and the
  /// separator.
  private static func parts(
    of pattern: Template
  ) throws(TemplateFault) -> (template: Template, separator: String?) {
    let halves = pattern.text.split(separator: "{build}", omittingEmptySubsequences: false)
    if halves.count == 1 { return (pattern, nil) }
    let pieces = halves[0].split(separator: placeholder, omittingEmptySubsequences: false)
    guard halves.count == 2, pieces.count > 1, let separator = pieces.last, !separator.isEmpty,
      !separator.contains("{")
    else { throw .misplacedBuild }
    return (
      try Template("\(halves[0].dropLast(separator.count))\(halves[1])"), String(separator)
    )
  }

  /// The word for the version. It stays in the pattern while the other words are filled in.
  private static let placeholder = "{version}"

  /// Returns the reader of the names for `platform` in the release `tag`, or `nil` if the naming
  /// does not cover the platform.
  package func reader(for platform: Platform, tag: String) -> Reader? {
    let values = TemplateValues(version: Self.placeholder, tag: tag, maps: maps)
    guard values.mayServe(platform, by: template),
      let text = try? values.fill(template, for: platform), !text.hasSuffix(Self.placeholder),
      let pattern = try? VersionPattern(text)
    else { return nil }
    return Reader(pattern: pattern, separator: separator)
  }

  /// A reader of the names for one platform in one release.
  package struct Reader: Sendable {
    fileprivate let pattern: VersionPattern
    fileprivate let separator: String?

    /// Returns the version in `name`, or `nil` if the name does not match. With a build, the result
    /// is `VERSION+BUILD`.
    package func version(in name: some StringProtocol) -> String? {
      guard let text = pattern.match(name) else { return nil }
      guard let separator else { return text }
      var parts = text.split(separator: separator, omittingEmptySubsequences: false)
      // A version may contain the separator, as 3.5.0-rc1 does, but a build does not.
      guard parts.count > 1, let build = parts.popLast() else { return nil }
      return "\(parts.joined(separator: separator))+\(build)"
    }
  }
}
