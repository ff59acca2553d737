internal import Diagnostics
internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions
internal import Vocabulary

// Needs that prevent a release from being chosen.
extension Candidates {
  /// Returns the first need that prevents a release from being chosen, or `nil` if there is none.
  ///
  /// A need that no choice of versions can meet precedes one that only the chosen versions do not.
  func unmetNeed(of release: SourceRelease, _ choice: Choice) -> HeldBackVersion.Reason? {
    if let need = needOfNewerSystem(release, choice) { return need }
    let needs = neededTools(of: release, choice)
    for case (let need, .unknown) in needs { return .unknownNeed(tool: need.tool.text) }
    for case (let need, .found(let candidates)) in needs {
      let obstacles = candidates.releases(for: need.requirement, on: choice.platforms)
        .map(\.obstacles)
      if obstacles.contains([]) { continue }
      var platforms: [String] = []
      if let first = obstacles.first, first.count == 1, case .platforms(let missing) = first[0] {
        platforms = missing
      }
      return .needs(
        tool: need.tool.text, requirement: need.requirement.description, platforms: platforms)
    }
    for (need, lookup) in needs {
      guard let other = choice.versions[need.tool] else { continue }
      let isMet = (try? need.requirement.versions(in: other.scheme).contains(other)) ?? true
      var platforms: [String] = []
      if isMet {
        guard case .found(let candidates)? = lookup, let release = candidates.release(of: other),
          case .platforms(let missing)? = candidates.missing(release, choice.platforms)
        else { continue }
        platforms = missing
      }
      return .needs(
        tool: need.tool.text, requirement: need.requirement.description, platforms: platforms)
    }
    return nil
  }

  /// Returns the gem's need that excludes the oldest Ruby that the project accepts, or `nil` if no
  /// need does.
  private func needOfNewerSystem(
    _ release: SourceRelease, _ choice: Choice
  ) -> HeldBackVersion.Reason? {
    guard hasGraph else { return nil }
    for need in needs(of: release).map(\.need.value) {
      guard let oldest = choice.nameResolution.oldestSystemVersions[need.tool],
        let admits = try? need.requirement.admits(oldest), !admits
      else { continue }
      return .needs(
        tool: need.tool.text, requirement: need.requirement.description, platforms: [])
    }
    return nil
  }

  /// Returns the first need of a release for a tool that was not chosen, and of which no version
  /// can be used together with the release and the chosen tools. Returns `nil` if none is found.
  ///
  /// - Parameter effort: The number of releases that can still be examined. This search reduces it.
  func unusableNeed(
    of release: SourceRelease, _ choice: Choice, effort: inout Int
  ) -> HeldBackVersion.Reason? {
    if effort <= 0 { return nil }
    var choice = choice
    choice.versions[tool] = release.version
    for (need, candidates) in newNeeds(of: release, choice)
    where !candidates.hasRelease(for: need.requirement, fitting: choice, &effort) {
      return .unusableNeed(tool: need.tool.text)
    }
    return nil
  }

  /// The maximum number of releases to examine for the unusable needs of one tool.
  static var effortOfUnusableNeeds: Int { 100 }

  /// Returns whether some release meets a need of another tool, and its own needs are compatible
  /// with the chosen versions. Returns `true` if this is unknown or the effort runs out.
  private func hasRelease(
    for need: Requirement, fitting choice: Choice, _ effort: inout Int
  ) -> Bool {
    for (release, obstacles) in releases(for: need, on: choice.platforms) where obstacles.isEmpty {
      effort -= 1
      if effort < 0 { return true }
      // Adding the release ends the search if tools need each other.
      var choice = choice
      choice.versions[tool] = release.version
      if unmetNeed(of: release, choice) != nil { continue }
      var fits = true
      for (need, candidates) in newNeeds(of: release, choice) where fits {
        fits = candidates.hasRelease(for: need.requirement, fitting: choice, &effort)
      }
      if fits { return true }
    }
    return false
  }

  /// Returns the needs of a release for tools that were not chosen, with their candidates.
  private func newNeeds(
    of release: SourceRelease, _ choice: Choice
  ) -> [(need: ToolNeed, candidates: Candidates)] {
    neededTools(of: release, choice).compactMap { need, lookup in
      guard choice.versions[need.tool] == nil, case .found(let candidates)? = lookup else {
        return nil
      }
      return (need, candidates)
    }
  }

  /// Returns the needs of a release, without those on system tools, and what is known about the
  /// needed tools, sorted by tool.
  private func neededTools(
    of release: SourceRelease, _ choice: Choice
  ) -> [(need: ToolNeed, lookup: SourceLookup?)] {
    let needs = needs(of: release).sorted { $0.need.value.tool < $1.need.value.tool }
    return needs.compactMap { need in
      choice.nameResolution.tool(need.need.value.tool, at: need.location).map {
        (need.need.value, choice.lookups[$0])
      }
    }
  }

  /// Returns the releases that a need of another tool accepts with their obstacles, newest first.
  private func releases(
    for need: Requirement, on platforms: [Platform]
  ) -> [(release: SourceRelease, obstacles: [Obstacle])] {
    guard let versions = try? need.versions(in: scheme), let policy = try? need.policy(in: scheme)
    else { return [] }
    let admitted = self.policy.union(policy)
    return package.releases.filter { release in
      versions.contains(release.version) && wanted.allSatisfy { $0.contains(release.version) }
    }.map { ($0, allObstacles(of: $0, platforms, admitted)) }
  }
}
