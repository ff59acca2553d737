internal import Manifests
internal import SourceKinds
internal import Versions

/// The releases of a repository that are versions of a tool, collected from the pages of the API.
struct GitHubReleases: Sendable {
  private let request: PackageRequest
  private let tags: ReleaseTags
  private var positions: [Version: Int] = [:]
  private var versions: [Version] = []
  /// The release of each version, indexed by ``SourceRelease/index``.
  private var found: [GitHubRelease] = []
  /// The numbers of all releases so far, including those that are not versions.
  private var known: Set<Int> = []

  init(_ request: PackageRequest, tags: ReleaseTags) {
    self.request = request
    self.tags = tags
  }

  /// Adds the releases of a page. Returns `false` if the page has releases but no new one.
  mutating func add(_ page: [GitHubRelease]) -> Bool {
    var isNew = page.isEmpty
    for release in page where known.insert(release.id).inserted {
      isNew = true
      // Only maintainers see drafts.
      guard !release.isDraft, let version = tags.version(in: release.tag) else { continue }
      if let position = positions[version] {
        if isPreferred(release, version, to: position) {
          found[position] = release
          versions[position] = version
        }
        continue
      }
      positions[version] = found.count
      versions.append(version)
      found.append(release)
    }
    return isNew
  }

  /// The releases, newest first.
  var releases: [SourceRelease] {
    found.indices.map(release).sorted { $0.version > $1.version }
  }

  /// Returns what the API says about a release.
  subscript(release: SourceRelease) -> GitHubRelease { found[release.index] }

  /// Whether no further page is needed: some release satisfies the requirements of the project,
  /// some release also satisfies each requirement that may apply, and the locked version is known.
  var isSufficient: Bool {
    if let sought = request.soughtVersion, positions[sought] == nil { return false }
    return isMet(request.requirements)
      && request.possibleRequirements.allSatisfy { isMet(request.requirements + [$0]) }
  }

  /// Returns whether a release satisfies all of `requirements`.
  private func isMet(_ requirements: [Requirement]) -> Bool {
    let wanted = requirements.map { (try? $0.versions(in: request.scheme)) ?? .none }
    let policies = requirements.compactMap { try? $0.policy(in: request.scheme) }
    let policy = policies.reduce(VersionPolicy.stable) { $0.union($1) }
    let isExact = requirements.contains(where: \.isExact)
    return found.indices.contains { index in
      let (version, release) = (versions[index], found[index])
      if release.assets.isEmpty { return false }
      guard wanted.allSatisfy({ $0.contains(version) }), policy.admits(version) else {
        return false
      }
      if isExact { return true }
      return (policy.admitsPrereleases || !release.isPrerelease)
        && request.cutoff?.admits(release.published) ?? true
    }
  }

  private func release(at index: Int) -> SourceRelease {
    SourceRelease(
      version: versions[index], released: found[index].published, yanked: nil,
      isInstallable: !found[index].assets.isEmpty, index: index,
      isMarkedPrerelease: found[index].isPrerelease)
  }

  /// Returns whether to use a release instead of the one at `position`, whose version is equal: the
  /// one that the project names, the one with files, the newer one, or the one with the preferred
  /// spelling.
  private func isPreferred(
    _ release: GitHubRelease, _ version: Version, to position: Int
  ) -> Bool {
    let preference = SpellingPreference(request)
    if let isNamed = preference.names(version, before: versions[position]) { return isNamed }
    if Self.isBetter(release, than: found[position]) { return true }
    if Self.isBetter(found[position], than: release) { return false }
    return preference.prefers(version, to: versions[position])
  }

  /// Returns whether a release has files and the other one has none, or is newer.
  private static func isBetter(_ left: GitHubRelease, than right: GitHubRelease) -> Bool {
    if left.assets.isEmpty != right.assets.isEmpty { return right.assets.isEmpty }
    guard let leftTime = left.published, let rightTime = right.published else { return false }
    return leftTime > rightTime
  }
}
