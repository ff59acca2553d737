internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// A tool in a folder of artifacts.
struct DirectoryPackage: SourcePackage {
  /// The releases, newest first.
  let releases: [SourceRelease]

  let request: PackageRequest
  /// The statements about each release, indexed by ``SourceRelease/index``.
  let found: [DirectoryRelease]
  /// The folder's path, absolute or relative to the Toolfile's folder.
  let folder: FilePath
  /// The absolute path of the folder.
  private let location: FilePath
  private let boundary: FileBoundary
  /// The path of the index file, for messages.
  private let index: String
  let subject: ProblemSubject

  /// Creates the package of a tool. Merges different spellings of a version: the preferred one
  /// comes first.
  ///
  /// - Parameters:
  ///   - folder: The folder's path as it appears in the lock's addresses.
  ///   - location: The absolute path of the folder.
  ///   - boundary: The folders that the files must not leave.
  ///   - index: The path of the index file, for messages.
  init(
    request: PackageRequest, tool: DirectoryTool, folder: FilePath, location: FilePath,
    boundary: FileBoundary, index: String, subject: ProblemSubject
  ) {
    self.request = request
    self.folder = folder
    self.location = location
    self.boundary = boundary
    self.index = index
    self.subject = subject
    let preference = SpellingPreference(request)
    var found: [DirectoryRelease] = []
    var versions: [Version] = []
    for var spellings in Self.spellings(of: tool) {
      if spellings.count > 1 {
        spellings.sort { preference.prefers($0.version, to: $1.version) }
      }
      var release = spellings[0].release
      for other in spellings.dropFirst() { release.add(other.release) }
      found.append(release)
      versions.append(spellings[0].version)
    }
    self.found = found
    releases = found.indices.map { position in
      SourceRelease(
        version: versions[position], released: found[position].released,
        yanked: found[position].yanked,
        isInstallable: !found[position].artifacts.isEmpty, index: position)
    }.sorted { $0.version > $1.version }
  }

  /// Groups the releases of a tool by version, in the order in which the versions first appear.
  private static func spellings(
    of tool: DirectoryTool
  ) -> [[(version: Version, release: DirectoryRelease)]] {
    var spellings: [[(version: Version, release: DirectoryRelease)]] = []
    var positions: [Version: Int] = [:]
    for release in tool.releases {
      // This skips no release, because the general scheme parses every valid ``VersionText``.
      guard let version = try? Version(parsing: release.version.text, scheme: .general) else {
        continue
      }
      if let known = positions[version] {
        spellings[known].append((version, release))
      } else {
        positions[version] = spellings.count
        spellings.append([(version, release)])
      }
    }
    return spellings
  }

  func needs(of release: SourceRelease) -> [Located<ToolNeed>] {
    found[release.index].needs.map { Located($0.need, at: .file(index, line: $0.line)) }
  }

  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    if listed(of: release, for: platform) != nil { return .serves(nil) }
    let others = found[release.index].artifacts.compactMap(\.platform?.rawValue)
    return .missing(.otherMachines(others.sorted()))
  }

  func file(of release: SourceRelease, for platform: Platform) -> OfferedFile? {
    listed(of: release, for: platform).map { file in
      OfferedFile(
        name: FilePath(file.file).lastComponent, size: file.size, digest: file.digest)
    }
  }

  func files(of release: SourceRelease) -> [PublishedFile] {
    found[release.index].artifacts.map { published($0, of: release, $0.digest, $0.size) }
  }

  func examinedFiles(of release: SourceRelease) async throws(SourceError) -> [PublishedFile] {
    try await BlockingThread.result { () throws(SourceError) in
      var files: [PublishedFile] = []
      for file in found[release.index].artifacts {
        let actual = try contents(of: file.file) { (opened) throws(FileError) in
          (digest: try SHA256.digest(of: opened), size: try opened.status().size)
        }
        files.append(
          published(file, of: release, actual?.digest ?? file.digest, actual?.size ?? file.size))
      }
      return files
    }
  }

  private func published(
    _ file: DirectoryArtifact, of release: SourceRelease, _ digest: SHA256Digest, _ size: Int
  ) -> PublishedFile {
    PublishedFile(
      address: FileAddress.text(of: folder.appending(file.file)), digest: digest, size: size,
      published: release.released)
  }

  /// Returns the artifacts of `release` with their executables. Announces no
  /// artifacts, because an artifact in a local folder needs no download.
  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    var artifacts: [Artifact] = []
    var executables: [Platform: [ExecutableName]] = [:]
    for platform in Platform.allCases where platforms.contains(platform) {
      guard let file = listed(of: release, for: platform) else {
        guard case .missing(let reason) = artifact(of: release, for: platform) else { continue }
        throw subject.error(
          .content(
            .noArtifact(version: release.version.spelling, platform: platform, reason)))
      }
      try check(file)
      let address = FileAddress.text(of: folder.appending(file.file))
      guard let url = ArtifactURL(address) else {
        throw subject.error(.declaration(.badAddress(.fileName(file.file))))
      }
      artifacts.append(
        Artifact(
          platform: platform, format: file.format,
          digest: file.digest, size: file.size, urls: [url]))
      executables[platform] = try requested(of: file, release)
    }
    return ReleaseContent(
      artifacts: artifacts, provides: LockedExecutable.merging(executables),
      released: release.released)
  }

  /// Checks that a listed file has the size that the index states. Its digest is checked when it is
  /// installed.
  private func check(_ file: DirectoryArtifact) throws(SourceError) {
    let size = try contents(of: file.file) { (opened) throws(FileError) in try opened.status().size
    }
    guard let size, size != file.size else { return }
    throw subject.error(
      .answer(
        .wrongSize(
          address: FileAddress.text(of: folder.appending(file.file)), expected: file.size,
          actual: size)))
  }

  /// Opens a file in the folder and returns the result of `body`, or `nil` if the file is missing.
  /// That is not an error, because another machine may have the file.
  func contents<Value>(
    of file: String, _ body: (borrowing FileDescriptor) throws(FileError) -> Value
  ) throws(SourceError) -> Value? {
    do {
      return try boundary.read(location.appending(file), body)
    } catch {
      switch error {
      case .fault(.answer(.noFile)): return nil
      case .fault(let fault): throw subject.error(fault)
      case .file(let error): throw .file(error)
      }
    }
  }

  /// Returns the first artifact of `release` that serves `platform`, or `nil` if there is none.
  private func listed(
    of release: SourceRelease, for platform: Platform
  ) -> DirectoryArtifact? {
    found[release.index].artifacts.first { $0.platform == platform || $0.platform == nil }
  }

  /// Returns the executables of `file` that the Toolfile requests, sorted.
  ///
  /// - Throws: ``SourceError/problems(_:)`` with all requested names that `file` does not provide.
  private func requested(
    of file: DirectoryArtifact, _ release: SourceRelease
  ) throws(SourceError) -> [ExecutableName] {
    let declaration = request.declaration(for: release.version)
    if !declaration.steps.isEmpty, file.format.isSingleFile {
      throw subject.error(.own(.sourceIsNoArchive(version: release.version.spelling)))
    }
    let names: [String]
    switch request.executables(for: release.version) {
    case .all:
      let permitted = file.provides.filter { declaration.permits($0) }.sorted()
      if permitted.isEmpty {
        throw subject.error(
          .content(
            .reservedExecutables(
              version: release.version.spelling, names: file.provides.map(\.text).sorted())))
      }
      return permitted
    case .names(let requested): names = requested
    // The archive is opened only during installation, which then checks these paths. A single
    // file contains no paths.
    case .paths(let requested) where !file.format.isSingleFile:
      return requested.compactMap { ExecutableName($0.name) }.sorted()
    case .paths(let requested): names = requested.map(\.path)
    }
    let found = file.provides.filter { names.contains($0.text) }.sorted()
    let missing = Set(names).subtracting(found.map(\.text)).sorted()
    if !missing.isEmpty {
      throw subject.error(
        .content(
          .missingExecutables(
            version: release.version.spelling, names: missing,
            found: file.provides.map(\.text).sorted())))
    }
    return found
  }
}
