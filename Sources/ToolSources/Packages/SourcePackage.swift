package import Gems
package import Manifests
package import Versions
package import Vocabulary

/// The facts that a source knows about one package.
package protocol SourcePackage: Sendable {
  /// The request that lists the releases.
  var request: PackageRequest { get }

  /// Returns the request that lists `release`, one of ``releases``. It differs from ``request`` if
  /// the package combines several sources.
  func request(for release: SourceRelease) -> PackageRequest

  /// The releases, newest first, without duplicate versions.
  var releases: [SourceRelease] { get }

  /// Returns whether `release`, one of ``releases``, has an artifact for `platform`, or the
  /// reason why it has none.
  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice

  /// Returns the publication times of the files that a lock of `release` would contain for
  /// `platforms`, but only of those too new for `cutoff`. A time is `nil` if it is unknown.
  ///
  /// The age of a version is that of its files, because a release can gain files at any time.
  func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?]

  /// Returns the tools that `release` needs on every platform, without duplicates.
  ///
  /// A need refers to a tool by name. Unless the Toolfile itself declares that tool, the tool is
  /// the package with that name in the same source.
  func needs(of release: SourceRelease) -> [Located<ToolNeed>]

  /// Returns the requirement from which the runtime need of `release` was derived, such as `bundler
  /// < 2`. Returns `nil` if the release declares the need itself.
  func runtimeReason(of release: SourceRelease) -> String?

  /// Returns the gems that `release` needs on some platform, besides the tools in ``needs(of:)``.
  /// They belong to the tool alone: another tool may need other versions of them.
  func parts(of release: SourceRelease) -> [GemDependency]

  /// Returns the files of `release`, for a comparison with a lock. Sends no request.
  func files(of release: SourceRelease) -> [PublishedFile]

  /// Returns the files of `release` for a comparison with a lock. A source on this machine reads
  /// the files themselves, because its index may be wrong.
  ///
  /// - Throws: ``SourceError`` if a file cannot be read.
  func examinedFiles(of release: SourceRelease) async throws(SourceError) -> [PublishedFile]

  /// Returns the file that a lock of `release` would contain for `platform`, or `nil` if there is
  /// none or the source would have to send a request to find out.
  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile?

  /// Returns the address of a web page about `release`, or `nil` if the source has none. Sends no
  /// request.
  func page(of release: SourceRelease) -> String?

  /// Returns the package's own description, with a single request if possible.
  ///
  /// - Throws: ``SourceError`` if the request fails.
  func profile(at release: SourceRelease) async throws(SourceError) -> PackageProfile

  /// Returns the publishers that the source names for the files that a lock of `release` would
  /// contain for `platforms`.
  ///
  /// This is separate from ``content(of:for:announcing:)``, so that both can be requested at once.
  ///
  /// - Throws: ``SourceError`` if a request fails, so that an unreachable source never looks like
  ///   one without publishers.
  func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers

  /// Returns the attestations of files of `release`, by the digests of the files. Verifies none.
  ///
  /// A tool is attested as a whole or not at all. After the first file without an attestation, no
  /// others are requested, so `files` must always have the same order.
  ///
  /// - Parameters:
  ///   - files: The artifacts and parts of a lock.
  ///   - known: The result of ``publishers(of:for:)``, which is not requested again.
  /// - Throws: ``SourceError`` if a request fails, so that an unreachable source never looks like
  ///   one without attestations.
  func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]]

  /// Returns what the lock records about `release`. Requests what is not known yet, such as file
  /// sizes and the central directories of archives.
  ///
  /// - Parameter announce: A function that is called with each artifact on a server as soon as
  ///   the artifact is known, so that its download can begin during the remaining requests.
  /// - Throws: ``SourceError/problems(_:)`` if a platform has no artifact, a requested executable
  /// is missing, or a request fails.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent

  /// Returns what the lock records about `release` with the chosen parts.
  ///
  /// - Parameters:
  ///   - parts: The parts that ``parts(of:)`` of the release or of other parts require.
  ///   - ruby: The version of the tool that runs the package, or `nil` if it is the system's.
  ///   - announce: See ``content(of:for:announcing:)``.
  /// - Throws: The errors of ``content(of:for:announcing:)``.
  func content(
    of release: SourceRelease, with parts: [ChosenPart], ruby: Version?, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent
}

/// A part of a tool in the chosen version.
package struct ChosenPart: Sendable {
  package let package: any SourcePackage
  package let release: SourceRelease

  /// Creates a part from a package and one of its releases.
  package init(_ package: any SourcePackage, _ release: SourceRelease) {
    self.package = package
    self.release = release
  }
}

extension SourcePackage {
  /// Returns ``request``, because most packages come from one source.
  package func request(for release: SourceRelease) -> PackageRequest { request }

  /// Returns what the lock records about `release`, without announcing artifacts.
  package func content(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleaseContent {
    try await content(of: release, for: platforms) { _ in }
  }

  /// Returns `nil`, because some sources must send a request to find a file.
  package func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? { nil }

  /// Returns `nil`, because most sources state needs directly.
  package func runtimeReason(of release: SourceRelease) -> String? { nil }

  /// Returns `nil`, because most sources have no pages for releases.
  package func page(of release: SourceRelease) -> String? { nil }

  /// Returns ``files(of:)``, because most sources have their files on a server.
  package func examinedFiles(
    of release: SourceRelease
  ) async throws(SourceError) -> [PublishedFile] {
    files(of: release)
  }

  /// Judges the files by the time of the release, because most sources state no other times.
  package func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?] {
    cutoff.admits(release.released) ? [] : [release.released]
  }

  /// Returns no publishers, because most sources do not state any.
  package func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers {
    ReleasePublishers([])
  }

  /// Returns the attestations that are known already, because most sources have no others.
  package func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    known.attestations
  }

  /// Returns no parts, because most tools consist of one package.
  package func parts(of release: SourceRelease) -> [GemDependency] { [] }

  /// Returns the content without parts, because most tools have none.
  package func content(
    of release: SourceRelease, with parts: [ChosenPart], ruby: Version?, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    try await content(of: release, for: platforms, announcing: announce)
  }

  /// Returns no needs, because most sources do not state any.
  package func needs(of release: SourceRelease) -> [Located<ToolNeed>] { [] }
}
