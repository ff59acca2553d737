internal import Archives
internal import Diagnostics
internal import Layout
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// A file of a release that serves a platform.
struct PlatformFile: Hashable, Sendable {
  let platform: Platform
  let file: RemoteFile
  let format: ArtifactFormat
}

/// The files of a release for which the source states at most a digest and a size.
///
/// Determines what a lock records about them. A file is not downloaded if its digest and size are
/// known and the manifest lists its executables, or if it is a zip on a server that supports
/// ranges. Otherwise it is downloaded to the root, from which it will be installed.
struct FetchedRelease: Sendable {
  let transport: SourceTransport
  let request: PackageRequest
  let version: Version
  let subject: ProblemSubject

  let declaration: LockedDeclaration
  private let known: KnownArtifacts

  /// Creates the release of `version`.
  init(
    _ version: Version, of request: PackageRequest, over transport: SourceTransport,
    _ subject: ProblemSubject
  ) {
    self.version = version
    self.request = request
    self.transport = transport
    self.subject = subject
    declaration = request.declaration(for: version)
    known = KnownArtifacts(
      transport.root, source: request.source, of: request.tool, declaration)
  }

  /// Whether the tool is built from source.
  private var isBuilt: Bool { !declaration.steps.isEmpty }

  /// Returns whether nothing needs to be requested to lock `file`.
  func isKnown(_ file: RemoteFile) -> Bool { known[file] != nil }

  /// Returns the facts that a lock records about the release.
  ///
  /// - Parameters:
  ///   - files: The file of each platform, sorted by platform.
  ///   - announce: See ``SourcePackage/content(of:for:announcing:)``.
  /// - Throws: The ``SourceError`` of the first file that cannot be examined or lacks a requested
  ///   executable.
  func content(
    of files: [PlatformFile],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    let served = Dictionary(grouping: files, by: \.file)
    let entries = try await entries(of: files) { file, digest, size in
      for one in served[file] ?? [] {
        guard let url = ArtifactURL(file.address.text) else { continue }
        announce(
          AnnouncedArtifact(
            platform: one.platform, format: one.format, url: url, digest: digest, size: size,
            access: file.access))
      }
    }
    var artifacts: [Artifact] = []
    var executables: [Platform: [ExecutableName]] = [:]
    for one in files {
      guard let entry = entries[one.file], let url = ArtifactURL(one.file.address.text) else {
        throw subject.error(.declaration(.badAddress(.fileName(one.file.name))))
      }
      executables[one.platform] = entry.executables
      artifacts.append(
        Artifact(
          platform: one.platform, format: one.format, digest: entry.file.digest,
          size: entry.file.size, urls: [url]))
    }
    let parts = try await parts()
    let times = files.compactMap(\.file.published)
    return ReleaseContent(
      artifacts: artifacts, parts: parts.map(\.part),
      provides: LockedExecutable.merging(executables),
      isTrustedOnFirstUse: files.contains { $0.file.digest == nil && $0.file.sha512 == nil }
        || parts.contains(where: \.isTrustedOnFirstUse),
      isConfirmedBySHA512: files.contains { $0.file.sha512 != nil },
      released: times.count == files.count ? times.max() : nil)
  }

  /// Receives a file that will be downloaded, with its digest and, if it is known, its size.
  typealias Announcement = @Sendable (RemoteFile, SHA256Digest, Int?) -> Void

  /// Examines files in parallel, each once.
  private func entries(
    of files: [PlatformFile], announcing announce: @escaping Announcement
  ) async throws(SourceError) -> [RemoteFile: KnownArtifacts.Entry] {
    typealias Answer = Result<KnownArtifacts.Entry, SourceError>
    let formats = Dictionary(files.map { ($0.file, $0.format) }) { first, _ in first }
    let answers = await withTaskGroup(of: (RemoteFile, Answer).self) { group in
      for (file, format) in formats {
        group.addTask {
          let answer = await outcome { () async throws(SourceError) in
            try await entry(of: file, format, announcing: announce)
          }
          return (file, answer)
        }
      }
      return await group.reduce(into: [RemoteFile: Answer]()) { $0[$1.0] = $1.1 }
    }
    var entries: [RemoteFile: KnownArtifacts.Entry] = [:]
    for one in files { entries[one.file] = try answers[one.file]?.get() }
    return entries
  }

  func entry(
    of file: RemoteFile, _ format: ArtifactFormat, announcing announce: Announcement
  ) async throws(SourceError) -> KnownArtifacts.Entry {
    if let entry = known[file] {
      announce(file, entry.file.digest, entry.file.size)
      return entry
    }
    let entry = try await examined(file, format, announcing: announce)
    known.store(entry, for: file)
    return entry
  }

  private func examined(
    _ file: RemoteFile, _ format: ArtifactFormat, announcing announce: Announcement
  ) async throws(SourceError) -> KnownArtifacts.Entry {
    if let listed = try listedExecutables(format) {
      if let digest = file.digest, let size = file.size {
        announce(file, digest, size)
        let measured = MeasuredFile(digest: digest, size: size)
        return KnownArtifacts.Entry(file: measured, executables: listed)
      }
      let (measured, bytes) = try await transport.open(file, subject)
      if bytes.isOnServer { announce(file, measured.digest, measured.size) }
      return KnownArtifacts.Entry(file: measured, executables: listed)
    }
    guard let archive = ArchiveFormat(rawValue: format.text) else {
      throw subject.error(.declaration(.badAddress(.fileName(file.name))))
    }
    if archive == .zip {
      let (measured, bytes) = try await transport.open(file, subject)
      if bytes.isOnServer { announce(file, measured.digest, measured.size) }
      let contents = try await ArchiveContents(zip: bytes, at: file.address, subject)
      if let contents {
        return .init(file: measured, executables: try executables(in: contents, file))
      }
    }
    let measured = try await transport.fetch(file, subject)
    let contents = try await ArchiveContents(
      file: transport.downloads.path(of: measured.digest), archive, at: file.address, subject)
    return .init(file: measured, executables: try executables(in: contents, file))
  }

  /// Returns the executables that the manifest lists, sorted. If it lists none, returns the tool's
  /// name for a file that is itself the executable, and for a build, because its result is not
  /// known yet. Returns `nil` if an archive must be read to find them.
  ///
  /// An installation reports a listed executable that an archive lacks.
  private func listedExecutables(
    _ format: ArtifactFormat
  ) throws(SourceError) -> [ExecutableName]? {
    if isBuilt, format.isSingleFile {
      throw subject.error(.own(.sourceIsNoArchive(version: version.spelling)))
    }
    let names: [String]
    switch request.executables(for: version) {
    case .all where format.isSingleFile || isBuilt: names = [request.tool.text]
    case .all: return nil
    case .names(let listed): names = listed
    case .paths(let listed): names = listed.map(\.name)
    }
    if format.isSingleFile, names.count > 1 {
      throw subject.error(
        .content(
          .missingExecutables(
            version: version.spelling, names: names.dropFirst().sorted(), found: [names[0]])))
    }
    return try permitted(names)
  }

  private func executables(
    in contents: ArchiveContents, _ file: RemoteFile
  ) throws(SourceError) -> [ExecutableName] {
    let found = contents.layout.executables(
      of: request.tool.text, version.spelling, heads: contents.heads)
    if found.isEmpty {
      throw subject.error(.content(.noExecutables(version: version.spelling, file: file.name)))
    }
    return try permitted(found.map(\.name))
  }

  /// Returns those of `names` that the tool may provide, sorted.
  private func permitted(_ names: [String]) throws(SourceError) -> [ExecutableName] {
    let permitted = names.compactMap { ExecutableName($0) }.filter(declaration.permits)
    if permitted.isEmpty {
      throw subject.error(
        .content(.reservedExecutables(version: version.spelling, names: names.sorted())))
    }
    return permitted.sorted()
  }
}
