package import Manifests
package import Versions
internal import Vocabulary

/// A template that is read backward: it extracts the version from a tag or from the name of a file,
/// such as `1.2.3` from `bun-v1.2.3` with the pattern `bun-v{version}`.
package struct VersionPattern: Hashable, Sendable {
  /// The texts around the word, at least two.
  private let literals: [[UInt8]]
  /// The word: `{version}` or `{tag}`.
  package let word: TemplateWord
  /// The pattern as a template.
  package let template: Template

  /// Creates a pattern, which must contain `{version}` or `{tag}`, perhaps several times, and no
  /// other word.
  ///
  /// - Throws: ``TemplateFault`` if `text` has another form.
  package init(_ text: String) throws(TemplateFault) {
    template = try Template(text)
    var literals: [[UInt8]] = [[]]
    var found: TemplateWord?
    for piece in template.pieces {
      switch piece {
      case .text(let text): literals[literals.count - 1] += Array(text.utf8)
      case .word(let word):
        guard word == .version || word == .tag else { throw .notReadable(word) }
        if let found, found != word { throw .noVersion }
        found = word
        literals.append([])
      }
    }
    guard let found else { throw .noVersion }
    word = found
    self.literals = literals
  }

  /// Returns the text that stands for the word in `name`, or `nil` if `name` does not have the form
  /// of the pattern.
  package func match(_ name: some StringProtocol) -> String? {
    let bytes = Array(name.utf8)
    // All occurrences of the word are equal, so the length of the name determines theirs.
    let count = literals.count - 1
    let rest = bytes.count - literals.reduce(0) { $0 + $1.count }
    guard rest > 0, rest % count == 0 else { return nil }
    let length = rest / count
    let value = bytes[literals[0].count...].prefix(length)
    var expected = literals[0]
    for literal in literals.dropFirst() { expected += value + literal }
    return expected == bytes ? String(decoding: value, as: UTF8.self) : nil
  }
}

/// The patterns of the tags of a tool, some of which may apply only to some versions.
package struct TagPatterns: Hashable, Sendable {
  private let lines: [Conditional<VersionPattern>]

  /// The patterns for versions that no line applies to.
  private static let standard = ["{version}", "v{version}"].compactMap { try? VersionPattern($0) }

  /// Creates the patterns of the option `tag`.
  ///
  /// - Throws: ``TemplateFault`` if a pattern is invalid.
  package init(_ options: [Toolfile.Option]) throws(TemplateFault) {
    var lines: [Conditional<VersionPattern>] = []
    for option in options {
      guard case .string(let text) = option.value else { continue }
      let pattern = try VersionPattern(text)
      if pattern.word != .version { throw .notReadable(pattern.word) }
      lines.append(Conditional(pattern, if: option.condition))
    }
    self.lines = lines
  }

  /// Returns the version whose tag is `name`, or `nil` if `name` is not the tag of a version.
  ///
  /// A version begins with a digit. Otherwise the general scheme would accept any word, such as
  /// `nightly`.
  package func version(of name: some StringProtocol, in scheme: VersionScheme) -> Version? {
    for pattern in lines.reversed().map(\.value) + Self.standard {
      guard let text = pattern.match(name), let version = Self.version(text, in: scheme),
        patterns(for: version).contains(pattern)
      else { continue }
      return version
    }
    return nil
  }

  /// Returns the possible tags of a version, the most likely first.
  package func tags(of version: Version) -> [String] {
    patterns(for: version).compactMap { pattern in
      let values = TemplateValues(version: version.spelling, tag: "", maps: [:])
      return try? values.fill(pattern.template, for: .current)
    }
  }

  /// Returns the version that `text` spells, or `nil` if it is none.
  package static func version(_ text: some StringProtocol, in scheme: VersionScheme) -> Version? {
    guard let first = text.utf8.first, (0x30...0x39).contains(first), VersionText(text) != nil
    else { return nil }
    return try? Version(parsing: String(text), scheme: scheme)
  }

  /// Returns the patterns that apply to `version`: that of the last line that does, or the usual
  /// ones.
  private func patterns(for version: Version) -> [VersionPattern] {
    lines.last { $0.condition.admits(version) }.map { [$0.value] } ?? Self.standard
  }
}
