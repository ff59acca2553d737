internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// A tool whose files have addresses that follow a template.
///
/// A template does not say which platforms a version has. ``artifact(of:for:)`` therefore answers
/// for every platform that the template may serve, and ``content(of:for:announcing:)`` asks the
/// server.
struct DirectURLPackage: SourcePackage {
  let releases: [SourceRelease]
  let request: PackageRequest
  private let versions: [TaggedVersion]
  private let transport: SourceTransport
  private let subject: ProblemSubject

  init(
    request: PackageRequest, versions: [TaggedVersion], transport: SourceTransport,
    subject: ProblemSubject
  ) {
    self.request = request
    self.versions = versions
    self.transport = transport
    self.subject = subject
    releases = versions.indices.map { index in
      // An invalid option is reported when the version is chosen.
      let hasNone: Bool
      do {
        hasNone = try DirectURLFiles(versions[index], of: request, subject) == nil
      } catch {
        hasNone = false
      }
      return SourceRelease(
        version: versions[index].version, released: nil, yanked: nil, isInstallable: !hasNone,
        index: index)
    }.sorted { $0.version > $1.version }
  }

  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    let served = platforms(of: release)
    if served.contains(platform) { return .serves(nil) }
    return .missing(.otherMachines(served.map(\.rawValue)))
  }

  /// Returns the file that the template gives, which the server may lack. The manifest or the
  /// definition may state its digest.
  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? {
    guard let files = files(release), files.platforms.contains(platform),
      let address = try? files.address(for: platform, transport)
    else { return nil }
    let list = request.option(DirectURLKind.Key.checksums, for: release.version)?.description
    return OfferedFile(
      name: address.fileName, size: nil, digest: files.statedDigest(for: platform),
      list: list?.split(separator: "/").last.map(String.init))
  }

  /// Returns the files that the template gives. Only those with a digest in the manifest have one.
  func files(of release: SourceRelease) -> [PublishedFile] {
    guard let files = files(release) else { return [] }
    return files.platforms.compactMap { platform in
      guard let address = try? files.address(for: platform, transport) else { return nil }
      return PublishedFile(
        address: address.text, digest: files.statedDigest(for: platform), size: nil)
    }
  }

  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    let tagged = versions[release.index]
    guard let files = try DirectURLFiles(tagged, of: request, subject) else {
      throw subject.error(.content(.noReleases))
    }
    let wanted = Platform.allCases.filter(platforms.contains)
    let served = files.platforms
    for platform in wanted where !served.contains(platform) {
      throw missing([platform], from: served, of: release)
    }
    let fetched = FetchedRelease(tagged.version, of: request, over: transport, subject)
    let located = try LocatedFiles(files, for: wanted, transport)
    let digests = try await ReleaseChecksums(files, transport).digests(of: located, served)
    let answers = try await ServerAnswers(transport, subject).answers(
      for: located.addresses.filter { address in
        guard case .success(let digest)? = digests[address] else { return true }
        return !fetched.isKnown(located.file(at: address, digest: digest, size: nil))
      })
    let absent = located.files.filter { answers[$0.address] == .missing }.map(\.platform)
    if absent.count == located.files.count {
      let addresses = located.addresses.map(\.text)
      throw subject.error(.own(.noFiles(version: tagged.version.spelling, addresses: addresses)))
    }
    if !absent.isEmpty {
      throw missing(absent, from: wanted.filter { !absent.contains($0) }, of: release)
    }
    let found = try located.files.map { one throws(SourceError) in
      let size: Int? = if case .present(let stated)? = answers[one.address] { stated } else { nil }
      let digest = try digests[one.address]?.get() ?? nil
      return PlatformFile(
        platform: one.platform,
        file: located.file(at: one.address, digest: digest, size: size), format: one.format)
    }
    return try await fetched.content(of: found, announcing: announce)
  }

  /// Requests the attestations beside files.
  func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    try await request.attestationEndings(for: release.version).attestations(of: files) {
      (file, ending) async throws(SourceError) in
      try await transport.attestation(ending, beside: file, DirectURLKind.self, nil, subject)
    }
  }

  private func files(_ release: SourceRelease) -> DirectURLFiles? {
    (try? DirectURLFiles(versions[release.index], of: request, subject)) ?? nil
  }

  private func platforms(of release: SourceRelease) -> [Platform] {
    files(release)?.platforms ?? []
  }

  /// Returns the error for platforms without a file.
  private func missing(
    _ platforms: [Platform], from others: [Platform], of release: SourceRelease
  ) -> SourceError {
    .problems(
      platforms.map { platform in
        subject.problem(
          .content(
            .noArtifact(
              version: release.version.spelling, platform: platform,
              .otherMachines(others.map(\.rawValue)))))
      })
  }
}

/// The addresses of a version's files.
struct LocatedFiles: Sendable {
  /// The file of a platform.
  struct File: Hashable, Sendable {
    let platform: Platform
    let address: WebAddress
    let format: ArtifactFormat
  }

  /// The files, in the order of the platforms.
  let files: [File]
  /// The addresses of the files, each once.
  let addresses: [WebAddress]

  /// Fills in the template for each platform.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if an address is invalid, or its file cannot be
  ///   installed.
  init(
    _ source: DirectURLFiles, for platforms: [Platform], _ transport: SourceTransport
  ) throws(SourceError) {
    var files: [File] = []
    for platform in platforms {
      let address = try source.address(for: platform, transport)
      files.append(
        File(platform: platform, address: address, format: try source.format(of: address)))
    }
    self.files = files
    var seen: Set<WebAddress> = []
    addresses = files.map(\.address).filter { seen.insert($0).inserted }
  }

  /// Returns the file at an address, with its digest and size if they are known.
  func file(at address: WebAddress, digest: StatedDigest?, size: Int?) -> RemoteFile {
    RemoteFile(
      name: address.fileName, address: address, hadQuery: false, credentials: nil,
      digest: digest?.sha256, size: size, published: nil, sha512: digest?.sha512)
  }
}
