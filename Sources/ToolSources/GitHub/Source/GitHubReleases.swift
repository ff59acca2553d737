internal import Manifests
internal import SourceKinds
internal import TextSearch
internal import Versions
internal import Vocabulary

/// The releases of a repository that are versions of a tool, collected from the pages of the API.
///
/// Several releases may have the same version: under two tags, or as builds whose version stands in
/// the names of their files.
struct GitHubReleases: Sendable {
  private let request: PackageRequest
  private let tags: ReleaseTags
  /// The rule for versions in the names of files, or `nil` if a tag states the version.
  private let names: AssetVersions?
  /// The files of the locked build, or `nil` if a tag states the version or nothing is kept.
  private let lockedFiles: LockedFiles?
  private var positions: [Version: Int] = [:]
  private var versions: [Version] = []
  /// The release of each version, indexed by ``SourceRelease/index``.
  private var found: [GitHubRelease] = []
  /// The other builds of each version that ``names`` has found.
  private var others: [[GitHubRelease]] = []
  /// The numbers of all releases so far, including those that are not versions.
  private var known: Set<Int> = []

  init(_ request: PackageRequest, tags: ReleaseTags) {
    self.request = request
    self.tags = tags
    names = AssetVersions(request)
    lockedFiles = names == nil ? nil : LockedFiles(request.previous)
  }

  /// The number of releases on a page where each is one version, the maximum of the API.
  static let usualPageSize = 100

  /// The number of releases on a page. The description of a release with many versions takes more
  /// than a megabyte.
  var pageSize: Int { names == nil ? Self.usualPageSize : 10 }

  /// Adds the releases of a page. Returns `false` if the page has releases but no new one.
  mutating func add(_ page: [GitHubRelease]) -> Bool {
    var isNew = page.isEmpty
    for release in page where known.insert(release.id).inserted {
      isNew = true
      // Only maintainers see drafts.
      if release.isDraft { continue }
      if let names {
        for (version, part) in names.split(release) { add(part, version) }
      } else if let version = tags.version(in: release.tag) {
        add(release, version)
      }
    }
    return isNew
  }

  private mutating func add(_ release: GitHubRelease, _ version: Version) {
    guard let position = positions[version] else {
      positions[version] = found.count
      versions.append(version)
      found.append(release)
      others.append([])
      return
    }
    var other = release
    if isPreferred(release, version, to: position) {
      other = found[position]
      found[position] = release
      versions[position] = version
    }
    if names != nil { others[position].append(other) }
  }

  /// The releases, newest first.
  var releases: [SourceRelease] {
    found.indices.map(release).sorted { $0.version > $1.version }
  }

  /// Returns what the API says about a release.
  subscript(release: SourceRelease) -> GitHubRelease { found[release.index] }

  /// Returns the files of all builds of a release's version.
  func files(of release: SourceRelease) -> [GitHubAsset] {
    found[release.index].assets + others[release.index].flatMap(\.assets)
  }

  /// Whether no further page is needed: some release satisfies the requirements of the project,
  /// some release also satisfies each requirement that may apply, and the locked version is known,
  /// with the locked build.
  var isSufficient: Bool {
    if let sought = request.soughtVersion {
      guard let position = positions[sought] else { return false }
      if let lockedFiles, !lockedFiles.contains(anyOf: found[position].assets) { return false }
    }
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
    if names != nil { return isPreferredBuild(release, to: position) }
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

  /// Returns whether to use a build instead of the one at `position`: the one whose files are
  /// locked, the stable one, the one that is old enough, or the newer one.
  private func isPreferredBuild(_ release: GitHubRelease, to position: Int) -> Bool {
    func rank(_ release: GitHubRelease) -> [Bool] {
      [
        lockedFiles?.contains(anyOf: release.assets) ?? false, !release.isPrerelease,
        request.cutoff?.admits(release.published) ?? true,
      ]
    }
    let ranks = zip(rank(release), rank(found[position]))
    if let (isNew, _) = ranks.first(where: { $0 != $1 }) { return isNew }
    return Self.isBetter(release, than: found[position])
  }
}

/// The files that the new lock may keep. They tell builds of one version apart.
private struct LockedFiles {
  private let digests: Set<SHA256Digest>
  /// The tags and names in the addresses of the files, because a server states no digests of older
  /// files.
  private let paths: Set<Substring>

  /// Returns `nil` if the lock keeps no files.
  init?(_ previous: PreviousVersion?) {
    guard let previous, !previous.keptDigests.isEmpty else { return nil }
    digests = previous.keptDigests
    let urls = previous.stanza?.artifacts.flatMap(\.urls) ?? []
    paths = Set(urls.compactMap { Self.path(in: $0.text) })
  }

  /// Returns whether one of `assets` is locked.
  func contains(anyOf assets: [GitHubAsset]) -> Bool {
    assets.contains { asset in
      if let digest = asset.digest { return digests.contains(digest) }
      return Self.path(in: asset.address).map(paths.contains) ?? false
    }
  }

  private static func path(in address: String) -> Substring? {
    address.firstRange(of: "/releases/download/").map { address[$0.upperBound...] }
  }
}
