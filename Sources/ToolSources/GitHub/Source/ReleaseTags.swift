internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The rule that finds the version in the tag of a release.
///
/// Without a pattern, a tag is a version, with an optional `v` and an optional prefix: the name of
/// the repository or of the tool, or `release`. A pattern such as `cli-v{version}` replaces this
/// rule for the versions that it applies to.
struct ReleaseTags: Sendable {
  private let request: PackageRequest
  /// The patterns in the order of their precedence, best first.
  private let patterns: [(pattern: VersionPattern, condition: VersionCondition)]
  private let prefixes: [String]

  init(_ request: PackageRequest, of repository: RepositoryName) {
    self.request = request
    patterns = request.options(GitHubKind.OptionKey.tag).reversed().compactMap { option in
      guard case .string(let text) = option.value, let pattern = try? VersionPattern(text) else {
        return nil
      }
      return (pattern, option.condition)
    }
    prefixes = [repository.name.lowercased(), request.tool.text, "release"]
  }

  /// Returns the version in `tag`, or `nil` if there is none.
  func version(in tag: String) -> Version? {
    for (pattern, condition) in patterns {
      guard let text = pattern.match(tag),
        let version = TagPatterns.version(text, in: request.scheme), condition.admits(version)
      else { continue }
      return version
    }
    guard let version = TagPatterns.version(usualText(in: tag), in: request.scheme),
      !patterns.contains(where: { $0.condition.admits(version) })
    else { return nil }
    return version
  }

  /// Returns the text that is a version if the tag has the usual form.
  private func usualText(in tag: String) -> Substring {
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

  /// Returns a pattern for tags that the usual rule does not read, such as `cli-v{version}` for
  /// `cli-v1.2.3`, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - tags: The tags, newest first. Those with a word of the tool's name take precedence.
  ///   - request: The request for the tool.
  static func pattern(of tags: [String], for request: PackageRequest) -> String? {
    let patterns = tags.compactMap { tag -> String? in
      // The version begins with the first digit that follows no letter but a single `v`.
      let bytes = Array(tag.utf8)
      let start = bytes.indices.first { index in
        let before = bytes[..<index].reversed().prefix(while: RepositoryName.isAlphanumeric)
        return (0x30...0x39).contains(bytes[index])
          && (before.isEmpty || before.elementsEqual("v".utf8) || before.elementsEqual("V".utf8))
      }
      guard let start, start > 0 else { return nil }
      let text = String(decoding: bytes[..<start], as: UTF8.self) + "{version}"
      guard let pattern = try? VersionPattern(text), let version = pattern.match(tag),
        TagPatterns.version(version, in: request.scheme) != nil
      else { return nil }
      return text
    }
    let words = Set(AssetName.tokens(of: request.tool.text[...]))
    return patterns.first { pattern in
      !words.isDisjoint(with: AssetName.tokens(of: pattern.lowercased()[...]))
    } ?? patterns.first
  }
}
