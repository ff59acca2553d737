package import Manifests
package import Vocabulary

/// The facts that a source knows about one package.
package protocol SourcePackage: Sendable {
  /// The releases, newest first, without duplicate versions.
  var releases: [SourceRelease] { get }

  /// Returns whether `release`, one of ``releases``, has an artifact for `platform`, or the
  /// reason why it has none.
  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice

  /// Returns the times at which those files of `release` were published that the lock would contain
  /// for `platforms`, and that `cutoff` does not admit. A time is `nil` if it is unknown.
  ///
  /// A version is judged by its files, because a file can be added to a release at any time.
  func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?]

  /// Returns the tools that `release` needs, which are the same for all platforms. No tool occurs
  /// twice.
  ///
  /// A need refers to a tool by name. Unless the Toolfile itself declares that tool, the tool is
  /// the package with that name in the same source.
  func needs(of release: SourceRelease) -> [Located<ToolNeed>]

  /// Returns the files of `release`, for a comparison with a lock. Sends no request.
  func files(of release: SourceRelease) -> [PublishedFile]

  /// Returns the files of `release` as they are, for a comparison with a lock. A source whose files
  /// are on this machine reads them, because its index may be wrong.
  ///
  /// - Throws: ``SourceError`` if a file cannot be read.
  func examinedFiles(of release: SourceRelease) async throws(SourceError) -> [PublishedFile]

  /// Returns the file that a lock of `release` would contain for `platform`, or `nil` if there is
  /// none, or if it takes a request to know. Sends no request.
  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile?

  /// Returns the address of the page about `release` for people, or `nil` if the source has none.
  /// Sends no request.
  func page(of release: SourceRelease) -> String?

  /// Returns how the package describes itself to people, with a single request if possible.
  ///
  /// - Throws: ``SourceError`` if the request fails.
  func profile(at release: SourceRelease) async throws(SourceError) -> PackageProfile

  /// Returns who published the files of `release` that the lock would contain for `platforms`, as
  /// the source states it.
  ///
  /// This is separate from ``content(of:for:announcing:)``, so that both can be requested at once.
  ///
  /// - Throws: ``SourceError`` if a request fails. A source that cannot be asked must not look like
  ///   one that states no publisher.
  func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers

  /// Returns the facts that the lock records about `release`. Requests those that are not known
  /// yet, such as file sizes and the central directories of archives.
  ///
  /// - Parameter announce: A function that is called with each artifact on a server as soon as
  ///   the artifact is known, so that its download can begin during the remaining requests.
  /// - Throws: ``SourceError/problems(_:)`` if one of `platforms` has no artifact, if the release
  ///   lacks a requested executable, or if a request fails.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent
}

extension SourcePackage {
  /// Returns the facts that the lock records about `release`, without announcing artifacts.
  package func content(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleaseContent {
    try await content(of: release, for: platforms) { _ in }
  }

  /// Returns `nil`, because some sources need a request to know a file.
  package func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? { nil }

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

  /// Returns no needs, because most sources do not state any.
  package func needs(of release: SourceRelease) -> [Located<ToolNeed>] { [] }
}
