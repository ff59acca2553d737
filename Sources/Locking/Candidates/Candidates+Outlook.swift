internal import Diagnostics
internal import Manifests
internal import Resolution
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

// Releases that are newer than the chosen one, and why they were not chosen.
extension Candidates {
  /// A choice of versions for all tools.
  struct Choice {
    /// The release that was chosen for the tool.
    let release: SourceRelease
    /// The platforms for which it was chosen.
    let platforms: [Platform]
    /// The requirements of other chosen tools on the tool, and the files of the project.
    let wants: [LockedTool.Want]
    /// The versions that were chosen for all tools.
    var versions: [ToolName: Version]
    /// The results of all queries.
    let lookups: [SourcedTool: SourceLookup]
    /// The rule that determines which tool a name refers to.
    let nameResolution: ToolNameResolution
    /// Whether the tool stayed at its locked version because it was not to be updated.
    let isKept: Bool
  }

  /// Returns what the source has beyond the chosen release. Sends no request.
  func outlook(after choice: Choice) -> VersionOutlook {
    let policy = policy
    let wanted = query.requirements.compactMap { requirement in
      (try? requirement.value.versions(in: query.request.scheme)).map { (requirement, $0) }
    }
    let newer = package.releases.prefix { $0.version > choice.release.version }.filter { release in
      release.isInstallable && admits(release, policy)
        && (release.yanked == nil || release.version == query.previousVersion)
        && !isUnnamedBuild(release, of: choice.release)
    }
    var heldBack: [HeldBackVersion] = []
    if let locked = query.previousVersion, locked > choice.release.version,
      self.release(of: locked) == nil
    {
      heldBack.append(HeldBackVersion(locked.spelling, because: .removed))
    }
    var effort = Self.effortOfUnusableNeeds
    for release in newer {
      let isStated = heldBack.contains { if case .requirement = $0.reason { true } else { false } }
      var reason = reason(against: release, wanted, choice, isRequirementStated: isStated)
      if reason == .others {
        reason = unusableNeed(of: release, choice, effort: &effort) ?? .others
      }
      if heldBack.contains(where: { $0.reason.name == reason.name }) { continue }
      heldBack.append(HeldBackVersion(release.version.spelling, because: reason))
    }
    let newest = newer.first { $0.yanked == nil } ?? choice.release
    return VersionOutlook(
      chosen: described(choice.release), newest: described(newest), heldBack: heldBack,
      yanked: query.previousVersion.flatMap(self.release)?.yanked)
  }

  /// Returns whether a release is a build of the chosen one that no requirement names, because an
  /// exact requirement spells the chosen one.
  private func isUnnamedBuild(_ release: SourceRelease, of chosen: SourceRelease) -> Bool {
    release.version.spellingWithoutBuild == chosen.version.spelling
      && query.requirements.contains {
        $0.value.isExact && $0.value.clauses.first?.version == chosen.version.spelling
      }
  }

  private func described(_ release: SourceRelease) -> VersionOutlook.Release {
    .init(
      version: release.version.spelling, released: release.released,
      page: package.page(of: release))
  }

  /// Returns the reason why a newer release was not chosen.
  ///
  /// The requirement of the Toolfile is the reason only if raising it could help: if no pin, other
  /// tool, or platform excludes the release, too. If `isRequirementStated`, a newer release has
  /// this reason already, and the others are not examined.
  private func reason(
    against release: SourceRelease, _ wanted: [(Located<Requirement>, VersionSet)],
    _ choice: Choice, isRequirementStated: Bool
  ) -> HeldBackVersion.Reason {
    let version = release.version
    if let text = release.yanked, !query.mayKeepPrevious { return .yanked(reason: text) }
    let lost = lostPlatforms(of: release)
    if !lost.isEmpty, !query.mayKeepPrevious { return .platforms(lost.map(\.rawValue)) }
    let excluding = wanted.filter { !$0.1.contains(version) }.map(\.0)
    // The pin is the last requirement.
    let requirement = excluding.last.map {
      HeldBackVersion.Reason.requirement($0.value.description, $0.origin.withoutColumn)
    }
    let isRaisable = excluding.last == wanted.first?.0
    if let requirement, isRequirementStated || !isRaisable { return requirement }
    for want in choice.wants {
      guard case .tool(let name, let other) = want.requester,
        let versions = try? want.requirement.versions(in: version.scheme),
        !versions.contains(version)
      else { continue }
      return .needed(requirement: want.requirement.description, by: "\(name) \(other)")
    }
    if case .platforms(let platforms)? = missing(release, choice.platforms) {
      return .platforms(platforms)
    }
    if let requirement { return requirement }
    switch cooling(release, choice.platforms) {
    case .cooldown(_, let eligible)?:
      let time = ReleaseTime(secondsSince1970: Int64(eligible))
      return .cooldown(eligibleFrom: time.description)
    case .undated?: return .undated
    default: break
    }
    if choice.isKept { return .kept }
    if let need = unmetNeed(of: release, choice) { return need }
    let isSmallStep = query.preference.prefers(version, after: query.previousVersion)
    return isSmallStep ? .others : .step(limit: query.preference.level.rawValue)
  }
}
