internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The releases of a repository that are versions of a tool, collected from the pages of the API.
///
/// Several releases may have the same version, under different tags or as different builds.
struct GitHubReleases: Sendable {
  private let request: PackageRequest
  private let tags: ReleaseTags
  /// The rule that reads versions from file names, or `nil` if they are read from tags.
  private let names: AssetVersions?
  /// The locked build, or `nil` if there is none, or if versions are read from tags.
  private let lockedBuild: LockedBuild?
  private var positions: [Version: Int] = [:]
  private var versions: [Version] = []
  /// The release of each version, indexed by ``SourceRelease/index``.
  private var found: [GitHubRelease] = []
  /// The other builds of each version. Empty if versions are read from tags.
  private var others: [[GitHubRelease]] = []
  /// The numbers of all releases so far, including those that are not versions.
  private var known: Set<Int> = []
  private var fileCount = 0
  /// The tags of the first page's releases, for a message if none is a version. Releases with files
  /// come first, and newer ones before older ones.
  private(set) var sampleTags: [String] = []
  /// The names of some files, for a message if none states a version.
  private(set) var sampleNames: [String] = []

  init(_ request: PackageRequest, tags: ReleaseTags) {
    self.request = request
    self.tags = tags
    names = AssetVersions(request)
    lockedBuild = names == nil ? nil : LockedBuild(request.previous)
  }

  /// The number of releases on a page. The description of a release with many versions may take
  /// more than a megabyte.
  var pageSize: Int { readsNames ? 10 : GitHubRepository.usualPageSize }

  /// Whether versions are read from file names.
  var readsNames: Bool { names != nil }

  /// Adds the releases of a page. Returns `false` if the page has releases but no new one.
  mutating func add(_ page: [GitHubRelease]) -> Bool {
    var isNew = page.isEmpty
    if sampleTags.isEmpty {
      let published = page.filter { !$0.isDraft && !$0.tag.isEmpty }
      sampleTags = (published.filter { !$0.assets.isEmpty } + published.filter(\.assets.isEmpty))
        .map(\.tag)
    }
    for release in page where known.insert(release.id).inserted {
      isNew = true
      // Only maintainers see drafts.
      if release.isDraft { continue }
      fileCount += release.assets.count
      if sampleNames.isEmpty { sampleNames = release.assets.prefix(5).map(\.name) }
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
    if readsNames { others[position].append(other) }
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
  /// some release also satisfies each requirement that may apply, and the locked version and its
  /// build are known.
  var isSufficient: Bool {
    // A pattern that matches no file so far is probably wrong.
    if readsNames, hasSeenRebuilds, found.isEmpty { return true }
    if let sought = request.soughtVersion {
      guard let position = positions[sought] else { return false }
      if let lockedBuild, !lockedBuild.isCertain(found[position]) { return false }
    }
    if readsNames, !hasSeenRebuilds { return false }
    return isMet(request.requirements)
      && request.possibleRequirements.allSatisfy { isMet(request.requirements + [$0]) }
  }

  /// Whether enough releases are known that they probably include the newest version. The latest
  /// ones may be new builds of old versions.
  private var hasSeenRebuilds: Bool {
    fileCount >= 2000 || known.count >= GitHubRepository.usualPageSize
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
    if readsNames { return isPreferredBuild(release, version, to: position) }
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

  /// Returns whether a build is preferred to the one at `position`. The locked build comes first,
  /// then stable ones, then those that are old enough, then those for more platforms, then newer
  /// ones. Between equal builds, the spelling decides.
  private func isPreferredBuild(
    _ release: GitHubRelease, _ version: Version, to position: Int
  ) -> Bool {
    func rank(_ release: GitHubRelease) -> [Int64] {
      [
        Int64(lockedBuild?.match(with: release) ?? 0), release.isPrerelease ? 0 : 1,
        request.cutoff?.admits(release.published) ?? true ? 1 : 0,
        Int64(release.named?.count ?? 0), release.published?.secondsSince1970 ?? 0,
      ]
    }
    let (new, old) = (rank(release), rank(found[position]))
    if new == old { return SpellingPreference(request).prefers(version, to: versions[position]) }
    return old.lexicographicallyPrecedes(new)
  }
}
