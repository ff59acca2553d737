internal import Diagnostics
internal import Filesystem
package import Manifests
internal import Versions

/// A tool in a folder of artifacts.
package struct DirectoryPackage: SourcePackage {
  /// Newest first.
  package let releases: [Release]

  private let request: PackageRequest
  /// The files of the release with that ``Release/index``.
  private let files: [[DirectoryArtifact]]
  private let folder: FilePath
  private let subject: ProblemSubject

  /// - Parameter folder: As the lock names it.
  init(
    request: PackageRequest, artifacts: [DirectoryArtifact], index: DirectoryIndex,
    folder: FilePath, subject: ProblemSubject
  ) {
    self.request = request
    self.folder = folder
    self.subject = subject
    var files: [[DirectoryArtifact]] = []
    var releases: [Release] = []
    var indexes: [Version: Int] = [:]
    for artifact in artifacts {
      let text = artifact.version.version.text
      // The general scheme reads every text that may be a version of a pin.
      guard let version = try? Version(parsing: text, scheme: .general) else { continue }
      if let known = indexes[version] {
        files[known].append(artifact)
        continue
      }
      indexes[version] = files.count
      releases.append(
        Release(
          version: version, released: index.released[artifact.version],
          yanked: index.yanked[artifact.version], isInstallable: true, index: files.count))
      files.append([artifact])
    }
    self.files = files
    self.releases = releases.sorted { $0.version > $1.version }
  }

  package func artifact(of release: Release, for platform: Platform) -> ArtifactChoice {
    if file(of: release, for: platform) != nil { return .serves(nil) }
    let others = files[release.index].compactMap(\.platform?.rawValue)
    return .missing(.otherMachines(others.sorted()))
  }

  package func content(
    of release: Release, for platforms: [Platform]
  ) async throws(SourceError) -> ReleaseContent {
    var artifacts: [Artifact] = []
    var provides: [ExecutableName]?
    for platform in Platform.allCases where platforms.contains(platform) {
      guard let file = file(of: release, for: platform) else {
        guard case .missing(let reason) = artifact(of: release, for: platform) else { continue }
        throw subject.error(
          .noArtifact(
            version: release.version.spelling, platform: platform.rawValue, reason))
      }
      let address = FileAddress.text(of: folder.appending(file.file))
      guard let url = ArtifactURL(address) else {
        throw subject.error(.badAddress(reason: file.file))
      }
      artifacts.append(
        Artifact(
          platform: platform, id: ContentID(file.digest), format: file.format,
          digest: file.digest, size: file.size, urls: [url]))
      if provides == nil { provides = try wanted(of: file, release) }
    }
    return ReleaseContent(
      artifacts: artifacts, provides: provides ?? [], needs: [], isTrustedOnFirstUse: false)
  }

  private func file(of release: Release, for platform: Platform) -> DirectoryArtifact? {
    files[release.index].first { $0.platform == platform || $0.platform == nil }
  }

  private func wanted(
    of file: DirectoryArtifact, _ release: Release
  ) throws(SourceError) -> [ExecutableName] {
    guard case .names(let names) = request.executables else { return file.provides.sorted() }
    let found = file.provides.filter { names.contains($0.text) }.sorted()
    let missing = Set(names).subtracting(found.map(\.text)).sorted()
    if !missing.isEmpty {
      throw subject.error(
        .missingExecutables(
          version: release.version.spelling, names: missing,
          found: file.provides.map(\.text).sorted()))
    }
    return found
  }
}
