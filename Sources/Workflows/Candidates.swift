internal import Diagnostics
internal import Manifests
internal import ToolSources
internal import Versions

/// The releases of one tool that its requirements admit, best first.
struct Candidates {
  let tool: ToolName
  let requirements: [Requirement]
  /// Who asks.
  let origin: Origin
  /// The source's name.
  let source: String
  let package: any SourcePackage
  /// The package's, in the source.
  let name: String
  /// Releases after this are too young. nil: none is.
  let latestRelease: ReleaseTime?

  /// The release to lock.
  ///
  /// - Parameter previous: the version that the lock holds, kept while it is admitted. nil to choose the newest.
  func choice(keeping previous: VersionText?) throws(Problem) -> Release {
    let isPinned = requirements.contains(where: \.isExact)
    let admitted = try admitted().filter { release in
      // A yanked file is for whoever names it.
      (release.yanked == nil || isPinned) && (isPinned || isOldEnough(release))
    }
    if let previous, let kept = admitted.first(where: { $0.version.spelling == previous.text }) {
      return kept
    }
    guard let newest = admitted.first(where: \.isInstallable) ?? admitted.first else {
      throw noVersion
    }
    return newest
  }

  private func admitted() throws(Problem) -> [Release] {
    guard let scheme = package.releases.first?.version.scheme else {
      throw problem(.noReleases)
    }
    do throws(VersionError) {
      let versions = try requirements.versions(in: scheme)
      let policy = try requirements.policy(in: scheme)
      return package.releases.filter { versions.contains($0.version) && policy.admits($0.version) }
    } catch {
      // What cannot be a version of this source is none that it has.
      throw noVersion
    }
  }

  private func isOldEnough(_ release: Release) -> Bool {
    guard let latestRelease, let released = release.released else { return true }
    return released <= latestRelease
  }

  private var noVersion: Problem {
    problem(
      .noVersion(
        wanted: requirements.map(\.description).filter { !$0.isEmpty }.joined(separator: ", "),
        existing: package.releases.prefix(5).map(\.version.spelling)))
  }

  func problem(_ fault: SourceProblem.Fault) -> Problem {
    .sources([
      SourceProblem(
        source: source, tool: tool.text, package: name, origin: origin, fault: fault)
    ])
  }
}

extension [Requirement] {
  /// What all of them admit.
  fileprivate func versions(in scheme: VersionScheme) throws(VersionError) -> VersionSet {
    var versions = VersionSet.all
    for requirement in self {
      versions = versions.intersection(try requirement.versions(in: scheme))
    }
    return versions
  }

  /// A prerelease that one of them names is admitted by all.
  fileprivate func policy(in scheme: VersionScheme) throws(VersionError) -> VersionPolicy {
    var policy = VersionPolicy.stable
    for requirement in self { policy = policy.union(try requirement.policy(in: scheme)) }
    return policy
  }
}
