internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The rule that finds the version in the tag of a release.
///
/// Without a pattern, a tag has the ``UsualTag``. A pattern such as `cli-v{version}` replaces this
/// rule for the versions that it applies to.
struct ReleaseTags: Sendable {
  private let request: PackageRequest
  /// The patterns in the order of their precedence, best first.
  private let patterns: [(pattern: VersionPattern, condition: VersionCondition)]
  private let usual: UsualTag

  init(_ request: PackageRequest, of repository: RepositoryName) {
    self.request = request
    patterns = request.options(GitHubKind.OptionKey.tag).reversed().compactMap { option in
      guard case .string(let text) = option.value, let pattern = try? VersionPattern(text) else {
        return nil
      }
      return (pattern, option.condition)
    }
    usual = UsualTag(names: [repository.name, request.tool.text])
  }

  /// Returns the version in `tag`, or `nil` if there is none.
  func version(in tag: String) -> Version? {
    for (pattern, condition) in patterns {
      guard let text = pattern.match(tag),
        let version = TagPatterns.version(text, in: request.scheme), condition.admits(version)
      else { continue }
      return version
    }
    guard let version = usual.version(in: tag, request.scheme),
      !patterns.contains(where: { $0.condition.admits(version) })
    else { return nil }
    return version
  }

  /// Returns a pattern for tags that the usual rule does not read, such as `cli-v{version}` for
  /// `cli-v1.2.3`, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - tags: The tags, newest first. Those with a word of the tool's name take precedence.
  ///   - request: The request for the tool.
  static func pattern(of tags: [String], for request: PackageRequest) -> String? {
    let repository = RepositoryName(request.package)?.name
    let usual = UsualTag(names: [request.tool.text, repository].compactMap(\.self))
    let patterns = tags.compactMap { usual.pattern(of: $0, request.scheme) }
    let words = Set(AssetName.tokens(of: request.tool.text[...]))
    return patterns.first { pattern in
      !words.isDisjoint(with: AssetName.tokens(of: pattern.lowercased()[...]))
    } ?? patterns.first
  }
}
