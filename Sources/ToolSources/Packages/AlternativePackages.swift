package import Gems
package import Manifests
package import Versions
package import Vocabulary

/// The packages of a tool that may come from several sources, as one package. Versions that
/// the definition does not offer are left out.
///
/// Each version comes from the first source that serves all platforms of the project. If none does,
/// it comes from the one that serves the most.
package struct AlternativePackages: SourcePackage {
  /// A release, and the package that has it.
  private struct Choice: Sendable {
    let package: any SourcePackage
    let release: SourceRelease
  }

  package let request: PackageRequest
  package let releases: [SourceRelease]
  private let choices: [Choice]

  /// Combines packages.
  ///
  /// - Parameters:
  ///   - packages: The packages, in the order of preference. They must not be empty.
  ///   - platforms: The platforms that the tool should support.
  package init(_ packages: [any SourcePackage], for platforms: [Platform]) {
    request = packages[0].request
    let offered = request.offered
    // Builds of a version are that version. One source states the build, another one does not.
    var chosen: [String: (index: Int, count: Int)] = [:]
    for (index, package) in packages.enumerated() {
      for (version, releases) in Dictionary(grouping: package.releases, by: \.key) {
        let isDecided = chosen[version].map { $0.count >= platforms.count } ?? false
        if isDecided { continue }
        let count = releases.map { package.servedCount(of: $0, among: platforms) }.max() ?? 0
        if let known = chosen[version], known.count >= count { continue }
        chosen[version] = (index, count)
      }
    }
    choices = packages.enumerated().flatMap { index, package in
      package.releases.filter { release in
        chosen[release.key]?.index == index && offered.contains(release.version)
      }.map { Choice(package: package, release: $0) }
    }.sorted { $0.release.version > $1.release.version }
    releases = choices.enumerated().map { index, choice in choice.release.at(index) }
  }

  private subscript(release: SourceRelease) -> Choice { choices[release.index] }

  package func request(for release: SourceRelease) -> PackageRequest {
    self[release].package.request
  }

  package func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    self[release].package.artifact(of: self[release].release, for: platform)
  }

  package func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?] {
    self[release].package.youngFiles(of: self[release].release, for: platforms, after: cutoff)
  }

  package func needs(of release: SourceRelease) -> [Located<ToolNeed>] {
    self[release].package.needs(of: self[release].release)
  }

  package func runtimeReason(of release: SourceRelease) -> String? {
    self[release].package.runtimeReason(of: self[release].release)
  }

  package func parts(of release: SourceRelease) -> [GemDependency] {
    self[release].package.parts(of: self[release].release)
  }

  package func content(
    of release: SourceRelease, with parts: [ChosenPart], ruby: Version?, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    try await self[release].package.content(
      of: self[release].release, with: parts, ruby: ruby, for: platforms, announcing: announce)
  }

  package func files(of release: SourceRelease) -> [PublishedFile] {
    self[release].package.files(of: self[release].release)
  }

  package func examinedFiles(
    of release: SourceRelease
  ) async throws(SourceError) -> [PublishedFile] {
    try await self[release].package.examinedFiles(of: self[release].release)
  }

  package func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? {
    self[release].package.file(of: self[release].release, for: platform)
  }

  package func page(of release: SourceRelease) -> String? {
    self[release].package.page(of: self[release].release)
  }

  package func profile(at release: SourceRelease) async throws(SourceError) -> PackageProfile {
    try await self[release].package.profile(at: self[release].release)
  }

  package func publishers(
    of release: SourceRelease, for platforms: [Platform]
  ) async throws(SourceError) -> ReleasePublishers {
    try await self[release].package.publishers(of: self[release].release, for: platforms)
  }

  package func attestations(
    of files: [AttestableFile], in release: SourceRelease, known: ReleasePublishers
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    try await self[release].package.attestations(
      of: files, in: self[release].release, known: known)
  }

  package func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    try await self[release].package.content(
      of: self[release].release, for: platforms, announcing: announce)
  }
}

extension SourceRelease {
  /// What the builds of a version have in common, in all sources of a tool.
  fileprivate var key: String {
    let text = version.spellingWithoutBuild
    return (try? Version(parsing: text, scheme: version.scheme))?.normalized ?? text
  }

  /// Returns the release with another index.
  fileprivate func at(_ index: Int) -> SourceRelease {
    var release = SourceRelease(
      version: version, released: released, yanked: yanked, isInstallable: isInstallable,
      index: index)
    release.isMarkedPrerelease = isMarkedPrerelease
    return release
  }
}

extension SourcePackage {
  /// Returns the number of platforms that a release serves.
  fileprivate func servedCount(of release: SourceRelease, among platforms: [Platform]) -> Int {
    platforms.count { if case .serves = artifact(of: release, for: $0) { true } else { false } }
  }
}
