internal import Diagnostics
internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions

/// What there is of one tool, and what is wanted of it.
struct Candidates {
  let tool: ToolName
  /// At least one.
  let wishes: [Wish]
  /// The source's name.
  let source: String
  let package: any SourcePackage
  /// The package's, in the source.
  let name: String
  /// Releases after this are too young. nil: none is.
  let latestRelease: ReleaseTime?

  func release(spelled text: String) -> ToolSources.Release? {
    package.releases.first { $0.version.spelling == text }
  }

  func release(of version: Version) -> ToolSources.Release? {
    package.releases.first { $0.version == version }
  }

  /// What the solver may choose from, newest first.
  var listing: [Resolution.Release<ToolWorld>] {
    // A release without a program for any platform is chosen only where there is no other, so that the source says what it lacks.
    let hasInstallable = package.releases.contains(where: \.isInstallable)
    return package.releases.filter { admitsLocal($0.version) }.map { release in
      Resolution.Release(
        release.version, obstacle: obstacle(of: release, hasInstallable: hasInstallable),
        dependencies: [])
    }
  }

  private var isPinned: Bool { wishes.contains { $0.requirement.isExact } }

  /// Who names one version exactly gets it, yanked or young.
  private func obstacle(of release: ToolSources.Release, hasInstallable: Bool) -> Obstacle? {
    if release.version.isPrerelease { return .prerelease }
    if isPinned { return nil }
    if let reason = release.yanked { return .yanked(reason: reason) }
    if let latestRelease, let released = release.released, released > latestRelease {
      return .cooldown(
        released: Int(released.secondsSince1970), eligible: Int(latestRelease.secondsSince1970))
    }
    return hasInstallable && !release.isInstallable ? .platforms([]) : nil
  }

  /// Local versions of PEP 440 are for who names them.
  private func admitsLocal(_ version: Version) -> Bool {
    guard version.isLocal, let scheme else { return true }
    return wishes.contains { wish in
      (try? wish.requirement.policy(in: scheme))?.admits(version) ?? false
    }
  }

  private var scheme: VersionScheme? { package.releases.first?.version.scheme }

  /// What is wanted, in the solver's words. Throws for what cannot be a version of the source.
  func dependencies() throws(Problem) -> [Dependency<ToolWorld>] {
    guard let scheme else { throw problem(.noReleases) }
    var dependencies: [Dependency<ToolWorld>] = []
    for wish in wishes {
      do throws(VersionError) {
        dependencies.append(
          Dependency(
            tool, try wish.requirement.versions(in: scheme),
            admitsPrereleases: try wish.requirement.policy(in: scheme).admitsPrereleases,
            origin: wish))
      } catch {
        throw .sources([noVersion(for: wish)])
      }
    }
    return dependencies
  }

  /// The first wish that nothing fulfils, whatever else is wanted. nil: each can be fulfilled by itself.
  var lack: SourceProblem? {
    guard let scheme else { return sourceProblem(.noReleases, origin: wishes[0].origin) }
    // A prerelease that one of them names is admitted by all.
    let policies = wishes.compactMap { try? $0.requirement.policy(in: scheme) }
    let policy = policies.reduce(VersionPolicy.stable) { $0.union($1) }
    for wish in wishes {
      guard let versions = try? wish.requirement.versions(in: scheme) else {
        return noVersion(for: wish)
      }
      let hasOne = package.releases.contains { release in
        versions.contains(release.version) && (policy.admits(release.version) || isPinned)
          && (isPinned || release.yanked == nil && isOldEnough(release))
      }
      if !hasOne { return noVersion(for: wish) }
    }
    return nil
  }

  private func isOldEnough(_ release: ToolSources.Release) -> Bool {
    guard let latestRelease, let released = release.released else { return true }
    return released <= latestRelease
  }

  private func noVersion(for wish: Wish) -> SourceProblem {
    sourceProblem(
      .noVersion(
        wanted: wish.requirement.description,
        existing: package.releases.prefix(5).map(\.version.spelling)), origin: wish.origin)
  }

  func problem(_ fault: SourceProblem.Fault) -> Problem {
    .sources([sourceProblem(fault, origin: wishes[0].origin)])
  }

  private func sourceProblem(
    _ fault: SourceProblem.Fault, origin: Diagnostics.Origin
  ) -> SourceProblem {
    SourceProblem(source: source, tool: tool.text, package: name, origin: origin, fault: fault)
  }
}
