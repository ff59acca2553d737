internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// A tool that no registry defines, from a package that a Toolfile can name: a gem, or a repository
/// on GitHub.
struct PackagedTool: Sendable {
  /// What makes two entries the same tool.
  struct Key: Hashable, Sendable {
    let source: String
    /// The package, in lowercase if its source ignores case.
    let package: String
    /// The program, in lowercase.
    let program: String
  }

  let key: Key
  /// The name that the tool would have, in lowercase.
  let name: String
  /// The owner of the package, which distinguishes packages of one name, or `nil` if it has none.
  let owner: String?
  /// Whether the manifest names the program, so that its name says enough.
  let isNamed: Bool
  let requirement: Requirement
  /// The options that state the source.
  let options: [Toolfile.MapEntry]
  /// What the requirement does not say.
  let remarks: [ImportRemark.Reason]

  // MARK: Gems

  /// Reads a gem. Returns `nil` if its version has no counterpart.
  init?(gem: String, for foreign: ForeignTool) {
    guard let package = GemKind.packageName(gem),
      let version = TranslatedVersion(foreign.version, .tag), version.isSatisfiable(GemKind.scheme)
    else { return nil }
    name = package.lowercased()
    key = Key(source: GemKind.name, package: package, program: name)
    owner = nil
    isNamed = true
    requirement = version.requirement
    remarks = version.remarks
    options = [Toolfile.MapEntry(key: GemKind.name, value: .string(package))]
  }

  // MARK: Repositories

  /// Reads a repository. Returns `nil` if its version has no counterpart.
  init?(_ repository: RepositoryName, for foreign: ForeignTool) {
    let selection = foreign.selection
    let program = selection.newName ?? selection.program
    name = (program ?? repository.name).lowercased()
    guard let release = Self.release(of: foreign, named: name, in: repository),
      release.version.isSatisfiable(GitHubKind.scheme)
    else { return nil }
    key = Key(
      source: GitHubKind.name, package: repository.normalized, program: name)
    owner = repository.owner
    isNamed = program != nil
    requirement = release.version.requirement
    remarks = release.version.remarks
    var options = [Toolfile.MapEntry(key: GitHubKind.name, value: .string(repository.description))]
    if let pattern = release.pattern {
      options.append(.init(key: GitHubKind.OptionKey.tag, value: .string(pattern)))
    }
    if let program = selection.program {
      options.append(.init(key: ToolOption.executables.rawValue, value: .string(program)))
    }
    self.options = options
  }

  /// Returns the version, and the pattern of the tags if it is not the usual one.
  private static func release(
    of foreign: ForeignTool, named name: String, in repository: RepositoryName
  ) -> (version: TranslatedVersion, pattern: String?)? {
    let usual = UsualTag(names: [repository.name, name])
    let prefix = foreign.selection.tagPrefix ?? ""
    guard case .release(let text, let partial) = foreign.version, !foreign.version.isNewest,
      let pattern = tagPattern(prefix + text, usual),
      let version = (try? VersionPattern(pattern))?.match(prefix + text)
    else {
      let version = TranslatedVersion(foreign.version, .tag)
      let isUsual = prefix.isEmpty || usual.version(in: "\(prefix)1.0", GitHubKind.scheme) != nil
      return version.map { ($0, isUsual ? nil : "\(prefix){version}") }
    }
    return TranslatedVersion(.release(version, partial), .tag).map { ($0, pattern) }
  }

  /// The maximum size of a tag.
  private static let maximumTagByteCount = 128

  /// Returns the pattern of a tag, or `nil` if the tag has the usual form, or is none.
  private static func tagPattern(_ tag: String, _ usual: UsualTag) -> String? {
    // The name of a commit also contains digits.
    let isCommit = tag.utf8.count >= 7 && tag.allSatisfy(\.isHexDigit)
    guard tag.utf8.count <= maximumTagByteCount, !tag.contains(":"), !isCommit,
      usual.version(in: tag, GitHubKind.scheme) == nil
    else { return nil }
    return usual.pattern(of: tag, GitHubKind.scheme)
  }
}

extension TranslatedVersion {
  /// Returns whether a version can satisfy the requirement.
  fileprivate func isSatisfiable(_ scheme: VersionScheme) -> Bool {
    (try? requirement.versions(in: scheme)).map { !$0.isEmpty } ?? true
  }
}
