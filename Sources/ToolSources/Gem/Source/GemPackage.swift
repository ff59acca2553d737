internal import Diagnostics
internal import Gems
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// A gem in a compact index, as described by its page.
struct GemPackage: SourcePackage {
  let request: PackageRequest
  let name: GemName
  let found: GemReleases
  let files: GemFiles

  var releases: [SourceRelease] { found.releases }

  var subject: ProblemSubject { ProblemSubject(GemKind.self, request) }

  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    if !found[release].candidates(for: platform).isEmpty { return .serves(nil) }
    return .missing(.otherMachines(found[release].gems.map(\.platform.text).sorted()))
  }

  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? {
    found[release].gem(for: platform, ruby: request.ruby).map {
      OfferedFile(name: $0.fileName(of: name), size: nil, digest: $0.digest)
    }
  }

  func files(of release: SourceRelease) -> [PublishedFile] {
    found[release].gems.compactMap { gem in
      (try? files.address(of: gem.fileName(of: name))).map {
        PublishedFile(address: $0.text, digest: gem.digest, size: nil, published: gem.created)
      }
    }
  }

  /// Returns what the release requires of Ruby.
  func needs(of release: SourceRelease) -> [Located<ToolNeed>] {
    let requirement = found[release].runtime(for: request.targets, ruby: request.ruby)
    let origin = Origin.tool(name: request.tool.text, version: release.version.spelling)
    return [Located(ToolNeed(.ruby, requirement), at: origin)]
  }

  func runtimeReason(of release: SourceRelease) -> String? {
    let gems = found[release].gems(for: request.targets, ruby: request.ruby)
    let reasons = Set(gems.flatMap(\.runtimeReasons))
    return reasons.isEmpty ? nil : reasons.sorted().joined(separator: ", ")
  }

  /// Returns the gems that the files of the release need. If those of two platforms need different
  /// versions of a gem, the result contains both.
  func parts(of release: SourceRelease) -> [GemDependency] {
    let gems = found[release].gems(for: request.targets, ruby: request.ruby)
    if gems.count == 1 { return gems[0].gems }
    var seen: Set<GemDependency> = []
    return gems.flatMap(\.gems).filter { seen.insert($0).inserted }
  }

  /// Requests the attestations beside gems.
  func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    let (own, subject) = (self.files, self.subject)
    return try await request.attestationEndings(for: release.version).attestations(of: files) {
      (file, ending) async throws(SourceError) in
      try await own.transport.attestation(
        ending, beside: file, GemKind.self, own.credentials, subject,
        permits: { $0.isProtected || $0 == own.index.address.site })
    }
  }

  /// Returns the content of the gem alone. A lock asks for it together with its graph.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    try await content(
      of: release, with: [], ruby: request.ruby, for: platforms, announcing: announce)
  }

  func content(
    of release: SourceRelease, with parts: [ChosenPart], ruby: Version?, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    let graph = GemGraph(
      root: GemGraph.Node(package: self, release: release),
      parts.compactMap { part in
        (part.package as? GemPackage).map { GemGraph.Node(package: $0, release: part.release) }
      }, ruby: ruby, platforms: platforms)
    return try await graph.content(announcing: announce)
  }
}
