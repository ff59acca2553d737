internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
package import ToolSources
internal import Transport

/// The first step of an installation: its artifact stands verified under `downloads/`, shared by all versions and projects.
package struct Fetch: Sendable {
  let root: Root
  let client: HTTPClient
  let isOffline: Bool
  /// What a `file:` address of the lock is relative to.
  let projectFolder: FilePath
  /// The user's own name and password for a site come from them.
  private let sources: SourceProvider

  package init(_ sources: SourceProvider) {
    self.sources = sources
    root = sources.access.root
    client = sources.access.client
    isOffline = sources.access.isOffline
    projectFolder = sources.access.folder
  }

  private func subject(_ planned: PlannedInstallation) -> ProblemSubject {
    ProblemSubject(planned, in: sources.catalog)
  }

  /// Offline, all that would have to be downloaded is told at once, before anything begins.
  func checkReach(of planned: [PlannedInstallation]) throws(Problem) {
    guard isOffline else { return }
    let problems = planned.compactMap { planned -> SourceProblem? in
      guard !root.download(planned.artifact.digest).exists,
        let url = planned.artifact.urls.first, !planned.artifact.urls.contains(where: \.isFile)
      else { return nil }
      return subject(planned).problem(.offline(address: url.text))
    }
    if !problems.isEmpty { throw .sources(problems) }
  }

  /// Returns the path of the artifact, whose digest and size were checked in this call. Nothing is kept of what is another file.
  ///
  /// - Parameters:
  ///   - staging: where a download grows until it is whole.
  ///   - progress: gets the bytes so far, from any thread.
  func artifact(
    of planned: PlannedInstallation, staging: FilePath, progress: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) -> FilePath {
    let kept = root.download(planned.artifact.digest)
    if try await Self.holds(planned.artifact, at: kept) { return kept }
    // The first failure is that of the best address.
    var failure: Problem?
    for url in planned.artifact.urls {
      let new = staging.appending("\(planned.stagingName).download")
      do throws(Problem) {
        try await fetch(url, of: planned, to: new, progress: progress)
        try Self.keep(new, as: kept)
        return kept
      } catch {
        // The next address writes here, too.
        try? new.removeFile()
        if case .interrupted = error { throw error }
        failure = failure ?? error
      }
    }
    throw failure ?? .system(.internalFault("\(planned.title) has no address"))
  }

  /// Fetches what a source has announced. Returns whether it stands verified under `downloads/`; who needs it finds out why not.
  func keep(
    _ artifact: AnnouncedArtifact, staging: FilePath, progress: @escaping @Sendable (Int) -> Void
  ) async -> Bool {
    guard let address = try? WebAddress(artifact.url.text) else { return false }
    let new = staging.appending("\(artifact.digest.hexadecimal).download")
    var request = Request(address)
    request.credentials = sources.credentials(for: address.site)
    do {
      _ = try await client.download(
        request, to: new, expecting: ExpectedFile(digest: artifact.digest, size: artifact.size),
        progress: progress)
      try Self.keep(new, as: root.download(artifact.digest))
      return true
    } catch {
      return false
    }
  }

  /// Whether a kept download is there and still the right file. Another one is taken away.
  private static func holds(_ artifact: Artifact, at path: FilePath) async throws(Problem) -> Bool {
    do throws(FileError) {
      return try await Thread.result { () throws(FileError) -> Bool in
        guard let status = try path.status() else { return false }
        if status.size == artifact.size,
          try SHA256.digest(ofFile: path).digest == artifact.digest
        {
          return true
        }
        try path.removeFile()
        return false
      }
    } catch {
      throw Problem(error)
    }
  }

  private static func keep(_ new: FilePath, as kept: FilePath) throws(Problem) {
    do throws(FileError) {
      try kept.parentDirectory.makeDirectories()
      try new.rename(to: kept)
    } catch {
      throw Problem(error)
    }
  }

  private func fetch(
    _ url: ArtifactURL, of planned: PlannedInstallation, to new: FilePath,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) {
    if url.isFile {
      try await copy(url, of: planned, to: new)
    } else {
      try await download(url, of: planned, to: new, progress: progress)
    }
  }

  private func download(
    _ url: ArtifactURL, of planned: PlannedInstallation, to new: FilePath,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) {
    if isOffline { throw Problem(subject(planned).error(.offline(address: url.text))) }
    let address: WebAddress
    do throws(WebAddress.Failure) {
      address = try WebAddress(url.text)
    } catch {
      throw Problem(subject(planned).error(.badAddress(reason: error.reason)))
    }
    var request = Request(address)
    request.credentials = sources.credentials(for: address.site)
    do throws(TransportError) {
      _ = try await client.download(
        request, to: new,
        expecting: ExpectedFile(digest: planned.artifact.digest, size: planned.artifact.size),
        progress: progress)
    } catch {
      throw Problem(subject(planned).error(error))
    }
  }

  private func copy(
    _ url: ArtifactURL, of planned: PlannedInstallation, to new: FilePath
  ) async throws(Problem) {
    let subject = subject(planned)
    guard let file = FileAddress.path(of: url.text) else {
      throw Problem(
        subject.error(.badAddress(reason: "it is no `file:` address of this machine")))
    }
    let path = projectFolder.resolving(file)
    let artifact = planned.artifact
    let found: (digest: SHA256Digest, size: Int)
    do throws(FileError) {
      found = try await Thread.result { () throws(FileError) in
        try path.copyFile(to: new)
        return try SHA256.digest(ofFile: new)
      }
    } catch {
      if error.isMissing { throw Problem(subject.error(.noFile(path: path.string))) }
      throw Problem(error)
    }
    if found.size != artifact.size {
      throw Problem(
        subject.error(
          .wrongSize(address: url.text, expected: artifact.size, actual: found.size)))
    }
    if found.digest != artifact.digest {
      throw Problem(
        subject.error(
          .wrongDigest(
            address: url.text, expected: artifact.digest.hexadecimal,
            actual: found.digest.hexadecimal)))
    }
  }
}

extension ArtifactURL {
  fileprivate var isFile: Bool { text.hasPrefix(FileAddress.scheme) }
}
