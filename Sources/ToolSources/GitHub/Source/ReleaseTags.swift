internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The rule that finds the version in the tag of a release.
///
/// Without a pattern, a tag is a version, with an optional `v` and an optional prefix: the name of
/// the repository or of the tool, or `release`. A version does not end with one of these names,
/// because the name would be read as a prerelease. A pattern such as `cli-v{version}` replaces this
/// rule for the versions that it applies to.
struct ReleaseTags: Sendable {
  private let request: PackageRequest
  /// The patterns in the order of their precedence, best first.
  private let patterns: [(pattern: VersionPattern, condition: VersionCondition)]
  /// The names of the repository and of the tool, in lowercase.
  private let names: [String]
  private let prefixes: [String]

  init(_ request: PackageRequest, of repository: RepositoryName) {
    self.request = request
    patterns = request.options(GitHubKind.OptionKey.tag).reversed().compactMap { option in
      guard case .string(let text) = option.value, let pattern = try? VersionPattern(text) else {
        return nil
      }
      return (pattern, option.condition)
    }
    names = [repository.name.lowercased(), request.tool.text]
    prefixes = names + ["release"]
  }

  /// Returns the version in `tag`, or `nil` if there is none.
  func version(in tag: String) -> Version? {
    for (pattern, condition) in patterns {
      guard let text = pattern.match(tag),
        let version = TagPatterns.version(text, in: request.scheme), condition.admits(version)
      else { continue }
      return version
    }
    // `1.2.0-mytool` is not a prerelease of 1.2.0.
    guard Self.suffix(of: tag, names).isEmpty,
      let version = TagPatterns.version(usualText(in: tag), in: request.scheme),
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
    let repository = RepositoryName(request.package)?.name.lowercased()
    let names = [request.tool.text, repository].compactMap(\.self)
    let patterns = tags.compactMap { pattern(of: $0, names, request.scheme) }
    let words = Set(AssetName.tokens(of: request.tool.text[...]))
    return patterns.first { pattern in
      !words.isDisjoint(with: AssetName.tokens(of: pattern.lowercased()[...]))
    } ?? patterns.first
  }

  /// Returns the pattern of a tag, or `nil` if no part of the tag is certainly a version.
  ///
  /// - Parameter names: The names of the tool and the repository, which may end the tag.
  private static func pattern(
    of tag: String, _ names: [String], _ scheme: VersionScheme
  ) -> String? {
    let suffix = suffix(of: tag, names)
    let bytes = Array(tag.utf8.dropLast(suffix.utf8.count))
    for start in [separateStart(in: bytes), plainStart(in: bytes)].compactMap(\.self)
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
  private static func suffix(of tag: String, _ names: [String]) -> String {
    let lowercase = tag.lowercased()
    let name = names.first { lowercase.hasSuffix("-\($0)") && !prereleaseWords.contains($0) }
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
      let before = tag[..<index].reversed().prefix(while: RepositoryName.isAlphanumeric)
      return tag[index].isDigit && tag[..<index].last != UInt8(ascii: ".")
        && (before.isEmpty || before.elementsEqual("v".utf8) || before.elementsEqual("V".utf8))
    }
  }

  /// Returns the position of the first digit if only numbers and at most one final letter follow,
  /// as in `ver1.0.0` and `r37c`. Otherwise, returns `nil`.
  private static func plainStart(in tag: [UInt8]) -> Int? {
    guard let start = tag.firstIndex(where: \.isDigit) else { return nil }
    let end = tag[start...].drop { $0.isDigit || $0 == UInt8(ascii: ".") }
    let isPlain = end.isEmpty || end.count == 1 && end.allSatisfy(RepositoryName.isAlphanumeric)
    return isPlain ? start : nil
  }
}
