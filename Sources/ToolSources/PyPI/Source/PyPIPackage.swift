internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// A package on a simple index, as its page describes it.
struct PyPIPackage: SourcePackage {
  let request: PackageRequest
  let found: PyPIReleases
  /// The address of the page.
  let page: WebAddress
  /// The address that relative file addresses start from.
  let base: WebAddress
  let transport: SourceTransport
  let indexes: UserIndex<PyPIKind>
  /// The stored responses of the index.
  let cache: ResponseCache
  /// The credentials for the index, or `nil` if it needs none. Files on the same site need the
  /// same credentials.
  let credentials: Credentials?

  init(
    request: PackageRequest, releases: PyPIReleases, page: WebAddress, base: WebAddress,
    source: PyPISource, cache: ResponseCache, credentials: Credentials?
  ) {
    self.request = request
    found = releases
    self.page = page
    self.base = base
    transport = source.transport
    indexes = source.indexes
    self.cache = cache
    self.credentials = credentials
  }

  var releases: [SourceRelease] { found.releases }

  var subject: ProblemSubject { ProblemSubject(PyPIKind.self, request) }

  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    switch found.wheel(of: release, for: platform) {
    case .wheel(_, let requirement): .serves(requirement)
    case .missing(let reason): .missing(reason)
    }
  }

  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? {
    guard case .wheel(let file, _) = found.wheel(of: release, for: platform) else { return nil }
    return OfferedFile(name: file.name, size: file.size, digest: file.digest.value)
  }

  func files(of release: SourceRelease) -> [PublishedFile] {
    found.files(of: release).compactMap { file in
      guard let address = try? link(file.reference).address else { return nil }
      // A lock contains addresses without queries.
      let text = (address.withoutQuery ?? address).text
      return PublishedFile(
        address: text, digest: file.digest.value, size: file.size, published: file.published)
    }
  }

  /// Parses the address of a file, as the page states it.
  func link(_ reference: String) throws(WebAddress.Failure) -> WebAddress.Parts {
    try transport.client.parts(ofReference: reference, onPageAt: base)
  }

  func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?] {
    found.youngFiles(of: release, for: platforms, after: cutoff)
  }

  /// Returns the wheels of `release` and the executables that they provide. Reads only the parts
  /// of each wheel that determine its executables.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    var wheels: [(platform: Platform, wheel: RemoteFile)] = []
    for platform in Platform.allCases where platforms.contains(platform) {
      wheels.append((platform, try wheel(of: release, for: platform)))
    }
    let served = Dictionary(grouping: wheels, by: \.wheel).mapValues { $0.map(\.platform) }
    let opened = try await opened(wheels.map(\.wheel), release) { wheel in
      for platform in served[wheel] ?? [] {
        if let artifact = wheel.announced(for: platform, as: .wheel) { announce(artifact) }
      }
    }
    var artifacts: [Artifact] = []
    var executables: [Platform: [ExecutableName]] = [:]
    for (platform, wheel) in wheels {
      guard let found = opened[wheel], let url = ArtifactURL(wheel.address.text) else {
        throw subject.error(.declaration(.badAddress(.fileName(wheel.name))))
      }
      executables[platform] = found.executables
      artifacts.append(
        Artifact(
          platform: platform, format: .wheel, digest: found.file.digest, size: found.file.size,
          urls: [url]))
    }
    return ReleaseContent(
      artifacts: artifacts, provides: LockedExecutable.merging(executables),
      isTrustedOnFirstUse: wheels.contains { $0.wheel.digest == nil },
      released: Self.lastUpload(of: wheels.map(\.wheel)))
  }

  /// A wheel with its measurements and its executables, which are sorted.
  private typealias OpenedWheel = (file: MeasuredFile, executables: [ExecutableName])

  /// Opens wheels in parallel and finds their executables.
  ///
  /// - Parameters:
  ///   - wheels: The wheels to open. Duplicates are opened once.
  ///   - release: The release of the wheels.
  ///   - announce: A function that is called with each wheel to download.
  /// - Throws: The ``SourceError`` of the first wheel in `wheels` that fails.
  private func opened(
    _ wheels: [RemoteFile], _ release: SourceRelease,
    announcing announce: @escaping @Sendable (RemoteFile) -> Void
  ) async throws(SourceError) -> [RemoteFile: OpenedWheel] {
    let results = await withTaskGroup(of: (RemoteFile, Result<OpenedWheel, SourceError>).self) {
      group in
      for wheel in Set(wheels) {
        group.addTask {
          let result = await outcome { () async throws(SourceError) in
            try await open(wheel, release, announcing: announce)
          }
          return (wheel, result)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var opened: [RemoteFile: OpenedWheel] = [:]
    for wheel in wheels { opened[wheel] = try results[wheel]?.get() }
    return opened
  }

  private func open(
    _ wheel: RemoteFile, _ release: SourceRelease,
    announcing announce: @Sendable (RemoteFile) -> Void
  ) async throws(SourceError) -> OpenedWheel {
    // An index that states sizes is recent, so its server very likely supports ranges, and the
    // wheel is announced immediately. Otherwise its announcement waits for the first range
    // request, to which some servers respond with the whole file, so that no download is needed.
    // A wrong guess costs one unnecessary transfer.
    let index = WheelIndex(transport.root)
    // A file without its query must be downloaded once, so what is known of it is not enough.
    if let digest = wheel.digest, !wheel.hadQuery,
      let known = index.entry(digest, request.declaration(for: release.version))
    {
      announce(wheel)
      return (MeasuredFile(digest: digest, size: wheel.size ?? known.size), known.executables)
    }
    let isAnnouncedEarly = wheel.size != nil
    if isAnnouncedEarly { announce(wheel) }
    let (file, bytes) = try await transport.open(wheel, subject)
    if !isAnnouncedEarly, bytes.isOnServer { announce(wheel) }
    let executables = try await executables(of: wheel, bytes, release)
    if wheel.digest != nil {
      index.store(
        .init(size: file.size, executables: executables), file.digest,
        request.declaration(for: release.version))
    }
    return (file, executables)
  }

  /// Returns the time of the last upload of `wheels`, or `nil` if a time is unknown.
  private static func lastUpload(of wheels: [RemoteFile]) -> ReleaseTime? {
    let times = wheels.compactMap(\.published)
    return times.count == wheels.count ? times.max() : nil
  }

  /// Returns the wheel for `platform` with its absolute address.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if there is no wheel, or if its address is invalid or
  ///   leads to a server without TLS that is not the user's own.
  func wheel(
    of release: SourceRelease, for platform: Platform
  ) throws(SourceError) -> RemoteFile {
    switch found.wheel(of: release, for: platform) {
    case .wheel(let file, _):
      let parts: WebAddress.Parts
      do {
        parts = try link(file.reference)
      } catch {
        throw subject.error(.declaration(.badAddress(AddressFault(error))))
      }
      guard indexes.permits(parts.address.site) else {
        throw subject.error(unencrypted: parts.address, listedBy: page)
      }
      return RemoteFile(
        name: file.name, address: parts.address.withoutQuery ?? parts.address,
        hadQuery: parts.address.withoutQuery != nil, credentials: parts.credentials ?? credentials,
        digest: file.digest.value, size: file.size, published: file.published)
    case .missing(let reason):
      throw subject.error(
        .content(
          .noArtifact(version: release.version.spelling, platform: platform, reason)))
    }
  }

  /// Returns the executables of a wheel, sorted. Reads only the parts in ``WheelContents``.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the wheel cannot be read or lacks a
  ///   requested executable.
  private func executables(
    of wheel: RemoteFile, _ bytes: ArtifactBytes, _ release: SourceRelease
  ) async throws(SourceError) -> [ExecutableName] {
    let contents = try await WheelContents(bytes, at: wheel.address, subject)
    let names: [ProvidedExecutable]
    do {
      names = try contents.layout.executables(
        request.executables(for: release.version), heads: contents.heads)
    } catch {
      throw subject.error(.init(error, version: release.version.spelling, file: wheel.name))
    }
    let declaration = request.declaration(for: release.version)
    let permitted = names.compactMap { ExecutableName($0.name) }.filter(declaration.permits)
    if permitted.isEmpty {
      throw subject.error(
        .content(
          .reservedExecutables(version: release.version.spelling, names: names.map(\.name).sorted())
        ))
    }
    return permitted.sorted()
  }
}

extension IndexDigest {
  /// The digest, or `nil` for ``none``.
  var value: SHA256Digest? {
    switch self {
    case .sha256(let digest): digest
    case .none: nil
    }
  }
}

extension SourceProblem.Fault {
  /// Creates the fault of an archive without the requested executables.
  init(_ error: LayoutError, version: String, file: String) {
    self =
      switch error {
      case .noExecutables: .content(.noExecutables(version: version, file: file))
      case .needsPython(let scripts): .content(.needsPython(version: version, scripts: scripts))
      case .missing(let names, let found):
        .content(.missingExecutables(version: version, names: names, found: found))
      case .missingMembers(let paths, let files):
        .content(.missingExecutables(version: version, names: paths, found: files))
      }
  }
}
