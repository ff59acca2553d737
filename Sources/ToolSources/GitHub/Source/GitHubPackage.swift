internal import Diagnostics
internal import Filesystem
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// A repository with releases, as the pages of the API describe it.
struct GitHubPackage: SourcePackage {
  let releases: [SourceRelease]

  let request: PackageRequest
  let repository: GitHubRepository
  let visibility: RepositoryVisibility
  let found: GitHubReleases
  let subject: ProblemSubject

  private var server: GitHubServer { repository.server }
  var transport: SourceTransport { repository.transport }

  init(request: PackageRequest, repository: GitHubRepository, releases: GitHubReleases) {
    self.request = request
    self.repository = repository
    visibility = RepositoryVisibility(repository)
    found = releases
    self.releases = releases.releases
    subject = ProblemSubject(GitHubKind.self, request)
  }

  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    switch assets(of: release).choice(for: platform) {
    case .file: .serves(nil)
    case .missing(let reason): .missing(reason)
    }
  }

  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? {
    let files = assets(of: release)
    guard case .file(let asset, _) = files.choice(for: platform) else { return nil }
    return OfferedFile(
      name: asset.name, size: asset.size, digest: asset.digest,
      list: files.checksumFiles(for: asset).first?.asset.name)
  }

  func page(of release: SourceRelease) -> String? {
    "\(server.web)/\(repository.name)/releases/tag/"
      + PercentEncoding.encode(found[release].tag.utf8)
  }

  /// Returns the API's description of the repository. If it names no home, its own page is the
  /// home. The profile is only for people, so it is not an error if the API does not answer.
  func profile(at release: SourceRelease) async throws(SourceError) -> PackageProfile {
    var profile = PackageProfile()
    do {
      profile = try await repository.description().profile
    } catch {
      if error == .cancelled { throw error }
    }
    let page = "\(server.web)/\(repository.name)"
    if profile.home == nil, PackageProfile.isHome(page) { profile.home = page }
    return profile
  }

  func files(of release: SourceRelease) -> [PublishedFile] {
    let files = assets(of: release)
    return found.files(of: release).compactMap { asset in
      guard let address = try? webAddress(of: asset) else { return nil }
      return PublishedFile(
        address: address.text, otherAddress: assetAddress(of: asset).text, digest: asset.digest,
        size: asset.size, published: files.published(asset))
    }
  }

  func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?] {
    let files = assets(of: release)
    // If every file is old enough, none needs to be chosen.
    let assets = found[release].assets
    if assets.allSatisfy({ cutoff.admits(files.published($0)) }) { return [] }
    let kept = request.previous?.keptDigests ?? []
    return platforms.compactMap { platform -> ReleaseTime?? in
      guard case .file(let asset, _) = files.choice(for: platform) else { return nil }
      if let digest = asset.digest, kept.contains(digest) { return nil }
      let published = files.published(asset)
      return cutoff.admits(published) ? nil : .some(published)
    }
  }

  /// Returns the chosen files of `release` and the executables that they provide.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    let files = assets(of: release)
    let isPrivate = try await visibility.isPrivate
    let digests = ReleaseDigests(transport, repository.cache, server, subject)
    var chosen: [PlatformFile] = []
    for platform in Platform.allCases where platforms.contains(platform) {
      switch files.choice(for: platform) {
      case .file(let asset, let format):
        let (address, access) = try location(of: asset, isPrivate: isPrivate)
        let digest = try await digest(of: asset, files, digests, isPrivate: isPrivate)
        let file = RemoteFile(
          name: asset.name, address: address, hadQuery: false, credentials: nil,
          digest: digest?.sha256, size: asset.size, published: files.published(asset),
          access: access, sha512: digest?.sha512)
        chosen.append(PlatformFile(platform: platform, file: file, format: format))
      case .missing(let reason):
        throw subject.error(
          .content(
            .noArtifact(version: release.version.spelling, platform: platform, reason)))
      }
    }
    let fetched = FetchedRelease(release.version, of: request, over: transport, subject)
    return try await fetched.content(of: chosen, announcing: announce)
  }

  /// Returns who published the chosen files of `release`.
  func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers {
    let files = assets(of: release)
    var chosen: [GitHubAsset] = []
    for platform in Platform.allCases where platforms.contains(platform) {
      guard case .file(let asset, _) = files.choice(for: platform), !chosen.contains(asset) else {
        continue
      }
      chosen.append(asset)
    }
    return try await repository.publishers(of: chosen, found[release])
  }

  private func assets(of release: SourceRelease) -> ReleaseFiles {
    ReleaseFiles(of: found[release], release.version, in: repository.name, request)
  }

  private func digest(
    of asset: GitHubAsset, _ files: ReleaseFiles, _ digests: ReleaseDigests, isPrivate: Bool
  ) async throws(SourceError) -> StatedDigest? {
    var lists: [ReleaseDigests.List] = []
    for (list, file) in files.checksumFiles(for: asset) {
      let (address, access) = try location(of: list, isPrivate: isPrivate)
      lists.append(.init(file: file, address: address, access: access))
    }
    return try await digests.digest(of: asset, in: lists)
  }

  /// Returns the address from which to fetch a file, and what else the request states.
  ///
  /// - Throws: The error of ``webAddress(of:)``.
  func location(
    of asset: GitHubAsset, isPrivate: Bool
  ) throws(SourceError) -> (address: WebAddress, access: FileAccess) {
    let webAddress = try webAddress(of: asset)
    guard isPrivate else { return (webAddress, FileAccess()) }
    guard asset.id > 0, let address = try? WebAddress(assetAddress(of: asset).text) else {
      throw foreignAsset(asset)
    }
    return (address, repository.privateAccess(to: address))
  }

  /// Returns the address of a file in the API, which a lock contains if the repository is private.
  func assetAddress(of asset: GitHubAsset) -> AssetAddress {
    AssetAddress(asset.id, of: repository.name, in: server.apiStart)
  }

  /// Returns the public address of a file.
  ///
  /// - Throws: ``SourceError`` if the server states an address that is not one of the repository's
  ///   releases.
  func webAddress(of asset: GitHubAsset) throws(SourceError) -> WebAddress {
    guard
      let text = ReleaseAddress(moving: asset.address, to: repository.name, on: server.web)?.text,
      let address = try? WebAddress(text)
    else { throw foreignAsset(asset) }
    return address
  }

  private func foreignAsset(_ asset: GitHubAsset) -> SourceError {
    subject.error(.own(.foreignAsset(asset.name, host: server.host)))
  }
}
