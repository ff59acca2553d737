internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions

/// A package on a simple index, as its page describes it.
struct PyPIPackage: SourcePackage {
  private let request: PackageRequest
  private let found: PyPIReleases
  /// The address of the page.
  private let page: WebAddress
  /// The address that relative file addresses start from.
  private let base: WebAddress
  private let transport: SourceTransport
  private let indexes: PyPIIndexes
  /// The credentials for the index, or `nil` if it needs none. Files on the same site need the
  /// same credentials.
  private let credentials: Credentials?

  init(
    request: PackageRequest, releases: PyPIReleases, page: WebAddress, base: WebAddress,
    source: PyPISource, credentials: Credentials?
  ) {
    self.request = request
    found = releases
    self.page = page
    self.base = base
    transport = source.transport
    indexes = source.indexes
    self.credentials = credentials
  }

  var releases: [SourceRelease] { found.releases }

  private var subject: ProblemSubject { ProblemSubject(PyPIKind.self, request) }

  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    switch found.wheel(of: release, for: platform) {
    case .wheel(_, let requirement): .serves(requirement)
    case .missing(let reason): .missing(reason)
    }
  }

  func files(of release: SourceRelease) -> [PublishedFile] {
    found.files(of: release).compactMap { file in
      guard let address = try? base.parts(ofReference: file.reference).address else { return nil }
      return PublishedFile(address: address.text, digest: file.digest.value, size: file.size)
    }
  }

  func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?] {
    found.youngFiles(of: release, for: platforms, after: cutoff)
  }

  /// Returns the wheels of `release` and the executables that they provide. Reads only the first
  /// wheel. For the others, requests only the sizes and digests that the index does not state.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    // The wheel of the first platform, in the order of `Platform.allCases`, determines the
    // executables, so the result does not depend on the order of `platforms`.
    var wheels: [(platform: Platform, wheel: RemoteFile)] = []
    for platform in Platform.allCases where platforms.contains(platform) {
      wheels.append((platform, try wheel(of: release, for: platform)))
    }
    guard let first = wheels.first else { return ReleaseContent(artifacts: [], provides: []) }
    let others = Set(wheels.map(\.wheel)).subtracting([first.wheel])
    async let measured = transport.measure(others, subject)
    // An index that states sizes is recent, so its server very likely supports ranges, and the
    // first wheel is announced immediately. Otherwise its announcement waits for the first range
    // request, to which some servers respond with the whole file, so that no download is needed.
    // A wrong guess costs one unnecessary transfer.
    let isAnnouncedEarly = first.wheel.size != nil
    for (platform, wheel) in wheels where wheel != first.wheel || isAnnouncedEarly {
      if let artifact = wheel.announced(for: platform) { announce(artifact) }
    }
    let opened = try await transport.open(first.wheel, subject)
    if !isAnnouncedEarly, opened.bytes.isOnServer {
      for (platform, wheel) in wheels where wheel == first.wheel {
        if let artifact = wheel.announced(for: platform) { announce(artifact) }
      }
    }
    let provides = try await executables(of: first.wheel, opened.bytes, release)
    var files = try await measured.get()
    files[first.wheel] = opened.file

    var artifacts: [Artifact] = []
    for (platform, wheel) in wheels {
      guard let file = files[wheel], let url = ArtifactURL(wheel.address.text) else {
        throw subject.error(.badAddress(.fileName(wheel.name)))
      }
      artifacts.append(
        Artifact(
          platform: platform, format: .wheel, digest: file.digest,
          size: file.size, urls: [url]))
    }
    return ReleaseContent(
      artifacts: artifacts, provides: provides,
      isTrustedOnFirstUse: wheels.contains { $0.wheel.digest == nil },
      released: Self.lastUpload(of: wheels.map(\.wheel)))
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
  private func wheel(
    of release: SourceRelease, for platform: Platform
  ) throws(SourceError) -> RemoteFile {
    switch found.wheel(of: release, for: platform) {
    case .wheel(let file, _):
      let parts: WebAddress.Parts
      do throws(WebAddress.Failure) {
        parts = try base.parts(ofReference: file.reference)
      } catch {
        throw subject.error(.badAddress(AddressFault(error)))
      }
      guard indexes.permits(parts.address.site) else {
        throw subject.error(unencrypted: parts.address, listedBy: page)
      }
      return RemoteFile(
        name: file.name, address: parts.address, credentials: parts.credentials ?? credentials,
        digest: file.digest.value, size: file.size, published: file.published)
    case .missing(let reason):
      throw subject.error(
        .noArtifact(version: release.version.spelling, platform: platform.rawValue, reason))
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
    do throws(LayoutError) {
      names = try contents.layout.executables(request.executables, heads: contents.heads)
    } catch {
      throw subject.error(.init(error, version: release.version.spelling, file: wheel.name))
    }
    let permitted = names.compactMap { ExecutableName($0.name) }.filter {
      request.declaration.permits($0, of: request.tool)
    }
    if permitted.isEmpty {
      throw subject.error(.noExecutables(version: release.version.spelling, file: wheel.name))
    }
    return permitted.sorted()
  }
}

extension RemoteFile {
  /// Returns the announcement of the file, or `nil` if the index states no digest. A file without
  /// a digest is downloaded in any case, to compute its digest.
  fileprivate func announced(for platform: Platform) -> AnnouncedArtifact? {
    guard let digest, let url = ArtifactURL(address.text) else { return nil }
    return AnnouncedArtifact(
      platform: platform, format: .wheel, url: url, digest: digest, size: size)
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
      case .noExecutables: .noExecutables(version: version, file: file)
      case .needsPython(let scripts): .needsPython(version: version, scripts: scripts)
      case .missing(let names, let found):
        .missingExecutables(version: version, names: names, found: found)
      case .missingMembers(let paths):
        .missingExecutables(version: version, names: paths, found: [])
      }
  }
}
