package import Versions
internal import Vocabulary

/// The usual form of a release's tag: a version, with an optional `v` and an optional prefix, which
/// is the name of the repository or of the tool, or `release`.
///
/// A version does not end with one of these names, because the name would be read as a prerelease.
package struct UsualTag: Sendable {
  /// The names of the repository and of the tool, in lowercase.
  private let names: [String]
  private let prefixes: [String]

  /// Creates the form for a tool.
  ///
  /// - Parameter names: The names of the tool and of its repository.
  package init(names: [String]) {
    self.names = names.map { $0.lowercased() }
    prefixes = self.names + ["release"]
  }

  /// Returns the version in a tag of this form, or `nil` if the tag has another one.
  package func version(in tag: String, _ scheme: VersionScheme) -> Version? {
    // `1.2.0-mytool` is not a prerelease of 1.2.0.
    guard suffix(of: tag).isEmpty else { return nil }
    return TagPatterns.version(text(in: tag), in: scheme)
  }

  /// Returns the text that is a version if the tag has the usual form.
  private func text(in tag: String) -> Substring {
    let lowercase = tag.lowercased()
    var text = tag[...]
    for prefix in prefixes where lowercase.hasPrefix(prefix) {
      let rest = tag.dropFirst(prefix.count)
      guard let separator = rest.first, "-_/@".contains(separator) else { continue }
      text = rest.dropFirst()
      break
    }
    return text.first == "v" || text.first == "V" ? text.dropFirst() : text
  }

  // MARK: Patterns

  /// Returns a pattern for tags that have another form, such as `cli-v{version}` for `cli-v1.2.3`,
  /// or `nil` if no part of the tag is certainly a version.
  package func pattern(of tag: String, _ scheme: VersionScheme) -> String? {
    let suffix = suffix(of: tag)
    let bytes = Array(tag.utf8.dropLast(suffix.utf8.count))
    for start in [Self.separateStart(in: bytes), Self.plainStart(in: bytes)].compactMap(\.self)
    where start > 0 || !suffix.isEmpty {
      let text = String(decoding: bytes[..<start], as: UTF8.self) + "{version}" + suffix
      if let pattern = try? VersionPattern(text), let version = pattern.match(tag),
        TagPatterns.version(version, in: scheme) != nil
      {
        return text
      }
    }
    return nil
  }

  /// Returns the end of a tag that consists of a hyphen and one of the names, or an empty text.
  private func suffix(of tag: String) -> String {
    let lowercase = tag.lowercased()
    let name = names.first {
      lowercase.hasSuffix("-\($0)") && !Self.prereleaseWords.contains($0)
    }
    return name.map { String(tag.suffix($0.count + 1)) } ?? ""
  }

  /// Names that belong to prereleases more often than to tools.
  private static let prereleaseWords: Set<String> = [
    "alpha", "beta", "dev", "nightly", "pre", "preview", "rc",
  ]

  /// Returns the position of the first digit that follows no dot and no letter except a single `v`,
  /// or `nil` if there is none.
  private static func separateStart(in tag: [UInt8]) -> Int? {
    tag.indices.first { index in
      let before = tag[..<index].reversed().prefix(while: isAlphanumeric)
      return tag[index].isDigit && tag[..<index].last != UInt8(ascii: ".")
        && (before.isEmpty || before.elementsEqual("v".utf8) || before.elementsEqual("V".utf8))
    }
  }

  /// Returns the position of the first digit if only numbers and at most one final letter follow,
  /// as in `ver1.0.0` and `r37c`. Otherwise, returns `nil`.
  private static func plainStart(in tag: [UInt8]) -> Int? {
    guard let start = tag.firstIndex(where: \.isDigit) else { return nil }
    let end = tag[start...].drop { $0.isDigit || $0 == UInt8(ascii: ".") }
    let isPlain = end.isEmpty || end.count == 1 && end.allSatisfy(isAlphanumeric)
    return isPlain ? start : nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte.isIdentifier && byte != UInt8(ascii: "_")
  }
}
