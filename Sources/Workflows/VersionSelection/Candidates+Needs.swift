internal import Diagnostics
internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions

// The needs that keep a release out of a choice of versions.
extension Candidates {
  /// Returns the first need of a release that excludes it: one that no other choice of versions
  /// could meet, or else one that the chosen versions do not meet. Returns `nil` if there is none.
  func unmetNeed(of release: SourceRelease, _ choice: Choice) -> HeldBackVersion.Reason? {
    let needs = neededTools(of: release, choice)
    for case (let need, .unknown) in needs { return .unknownNeed(tool: need.tool.text) }
    for case (let need, .found(let candidates)) in needs {
      let obstacles = candidates.obstacles(to: need.requirement, on: choice.platforms)
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

  /// Returns the first need of a release for a tool that was not chosen, and of which no version
  /// can be used together with the release and the chosen tools. Returns `nil` if none is found.
  ///
  /// - Parameter effort: The number of releases that may be examined. The search deducts those that
  ///   it examines.
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

  /// The number of releases that are examined to find the unusable needs of one tool's releases.
  static var effortOfUnusableNeeds: Int { 100 }

  /// Returns whether some release meets a need of another tool and fits the chosen versions, as do
  /// the tools that it needs in turn. What is not known, or not found out with the effort, counts
  /// as fitting.
  private func hasRelease(
    for need: Requirement, fitting choice: Choice, _ effort: inout Int
  ) -> Bool {
    for (release, obstacles) in releases(for: need, on: choice.platforms) where obstacles.isEmpty {
      effort -= 1
      if effort < 0 { return true }
      // The choice with the release, so that tools that need each other end the search.
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

  /// Returns the needs of a release for tools that are not chosen, with the releases of these.
  private func newNeeds(
    of release: SourceRelease, _ choice: Choice
  ) -> [(need: LockedTool.Need, candidates: Candidates)] {
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
  ) -> [(need: LockedTool.Need, lookup: SourceVersionProvider.Lookup?)] {
    let needs = needs(of: release).sorted { $0.need.value.tool < $1.need.value.tool }
    return needs.compactMap { need in
      choice.nameResolution.tool(need.need.value.tool, at: need.location).map {
        (need.need.value, choice.lookups[$0])
      }
    }
  }

  /// Returns the obstacles of each release that a need of another tool accepts, newest first.
  private func obstacles(to need: Requirement, on platforms: [Platform]) -> [[Obstacle]] {
    releases(for: need, on: platforms).map(\.obstacles)
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
