internal import Cryptography
package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
package import Projects
internal import SourceKinds
package import ToolSources
internal import Transport
internal import Vocabulary

/// Fetches files into `downloads/`, which all versions and projects share, and verifies them.
package struct ArtifactFetcher: Sendable {
  let root: Root
  let client: HTTPClient
  let isOffline: Bool
  /// The base of relative `file:` addresses in the lock.
  let projectFolder: FilePath
  /// Provides the user's credentials for each origin.
  private let sources: SourceProvider
  /// The folder for incomplete downloads.
  let staging: FilePath
  /// Limits the number of simultaneous downloads.
  let downloads: AsyncSemaphore
  private let observe: @Sendable (InstallEvent) -> Void

  /// Creates a fetcher.
  ///
  /// - Parameters:
  ///   - sources: Provides the root, the client, and the user's credentials.
  ///   - staging: This process's folder in the staging area.
  ///   - jobs: The maximum number of simultaneous downloads.
  ///   - observe: Receives events, on any thread.
  package init(
    _ sources: SourceProvider, staging: FilePath, jobs: Int,
    observe: @escaping @Sendable (InstallEvent) -> Void
  ) {
    self.sources = sources
    self.staging = staging
    self.observe = observe
    root = sources.access.root
    client = sources.access.client
    isOffline = sources.access.isOffline
    projectFolder = sources.access.folder
    downloads = AsyncSemaphore(jobs)
  }

  /// Reports the downloads that `plan` requires, as ``InstallEvent/downloading(title:byteCount:)``.
  ///
  /// - Parameters:
  ///   - plan: The plan of the install.
  ///   - prefetcher: The prefetcher of the install, whose downloads are reported even if they have
  ///     already finished, or `nil` if there is none.
  /// - Throws: ``Problem/sources(_:)`` with a problem for each file that only a server supplies, if
  ///   the install is offline.
  package func announce(
    _ plan: InstallPlan, prefetched prefetcher: ArtifactPrefetcher?
  ) throws(Problem) {
    let downloadsByInstallation = plan.missing.map { planned in
      (
        planned: planned,
        files: planned.files.filter {
          prefetcher?.hasStarted($0.digest) ?? false || !root.download($0.digest).exists
        }
      )
    }
    if isOffline {
      let problems = downloadsByInstallation.flatMap { planned, files in
        files.filter { !addresses(of: $0, planned).contains(where: \.isFile) }.compactMap { file in
          file.urls.first.map {
            subject(planned, file).problem(.answer(.offline(address: $0.text)))
          }
        }
      }
      if !problems.isEmpty { throw .sources(problems) }
    }
    for (planned, files) in downloadsByInstallation where !files.isEmpty {
      observe(.downloading(title: planned.title, byteCount: files.reduce(0) { $0 + $1.size }))
    }
  }

  /// Fetches those files of an installation that `prefetcher` does not supply. Every file is
  /// verified during this run, even if it was downloaded earlier, and faulty files are removed.
  ///
  /// - Throws: ``Problem/sources(_:)`` if no address of a file supplies it, ``SystemProblem`` if a
  ///   file cannot be written, or ``Problem/interrupted`` if the task is canceled.
  package func fetch(
    _ planned: PlannedInstallation, prefetched prefetcher: ArtifactPrefetcher? = nil
  ) async throws(Problem) -> FetchedInstallation {
    var files: [FetchedFile] = []
    var precedingByteCount = 0
    for file in planned.files {
      let offset = precedingByteCount
      let progress: @Sendable (Int) -> Void = { [observe] count in
        observe(.received(title: planned.title, byteCount: offset + count))
      }
      let prefetchOutcome = await prefetcher?.outcome(file.digest, progress: progress)
      if Task.isCancelled { throw .interrupted }
      switch prefetchOutcome {
      case .unpacked(let unpacked)?:
        try checkSizeOfPrefetched(file, subject(planned, file))
        files.append(FetchedFile(file: file, path: root.download(file.digest), unpacked: unpacked))
      case .fetched?:
        try checkSizeOfPrefetched(file, subject(planned, file))
        files.append(FetchedFile(file: file, path: root.download(file.digest), unpacked: nil))
      case nil:
        let path = try await downloads.run { () async throws(Problem) in
          if Task.isCancelled { throw .interrupted }
          return try await fetch(file, of: planned, progress)
        }
        files.append(FetchedFile(file: file, path: path, unpacked: nil))
      }
      precedingByteCount += file.size
    }
    return FetchedInstallation(planned: planned, files: files)
  }

  /// Downloads a file of an installation and returns its path in `downloads/`. The files of an
  /// installation share a path for incomplete downloads, so fetch them one after another.
  ///
  /// - Parameter progress: Receives the number of bytes so far, on any thread.
  /// - Throws: The errors of ``fetch(_:prefetched:)``.
  package func fetch(
    _ file: PlannedFile, of planned: PlannedInstallation,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(Problem) -> FilePath {
    try await downloads.run { () async throws(Problem) in
      if Task.isCancelled { throw .interrupted }
      return try await fetch(file, of: planned, progress)
    }
  }

  /// Returns the source, tool, version, and size that problems with `file` report.
  func subject(_ planned: PlannedInstallation, _ file: PlannedFile) -> ProblemSubject {
    let source = planned.declaration.source
    return ProblemSubject(
      source: source, sources.catalog[source], tool: planned.tool,
      version: planned.version.text, part: planned.partTitle(file), size: file.size)
  }

  /// Returns the path of a file in `downloads/`. Unless an intact copy is already there, fetches
  /// the file from the first of its addresses that supplies it.
  private func fetch(
    _ file: PlannedFile, of planned: PlannedInstallation,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) -> FilePath {
    let kept = root.download(file.digest)
    let subject = subject(planned, file)
    let size = try await BlockingThread.mappingFileErrors { [root] () throws(FileError) in
      try root.checkedDownload(file.digest)
    }
    if let size {
      try checkSize(size, of: file, subject)
      return kept
    }
    // Report the failure of the first address, which is the preferred one.
    var failure: Problem?
    for url in addresses(of: file, planned) {
      let new = staging.appending("\(planned.stagingName).download")
      do {
        if url.isFile {
          try await copy(url, of: file, from: planned, subject, to: new)
        } else {
          try await download(url, of: file, planned.declaration, subject, to: new, progress)
        }
        try keep(new, file.digest)
        return kept
      } catch {
        // The next address uses the same path.
        try? new.removeFile()
        // Another address helps only if the source failed, not if the disk is full, for example.
        guard case .sources = error else { throw error }
        failure = failure ?? error
      }
    }
    throw failure ?? .system(.internalFault("\(planned.title) has no address"))
  }

  /// Returns the addresses of a file, the preferred one first. A copy in the project takes
  /// precedence over the addresses in the lock.
  private func addresses(of file: PlannedFile, _ planned: PlannedInstallation) -> [ArtifactURL] {
    let copy = VendoredFiles.path(of: file, for: planned)
    guard projectFolder.appending(copy).exists,
      let address = ArtifactURL(FileAddress.text(of: copy))
    else { return file.urls }
    return [address] + file.urls
  }

  /// Downloads an announced artifact into `downloads/` and returns whether the download succeeded.
  /// A problem is not reported here: the install later fetches the artifact again and reports it.
  func keep(
    _ artifact: AnnouncedArtifact, progress: @escaping @Sendable (Int) -> Void
  ) async -> Bool {
    guard let address = try? WebAddress(artifact.url.text), sources.permits(address.site) else {
      return false
    }
    let new = staging.appending("\(artifact.digest.hexadecimal).download")
    var request = artifact.access.request(for: address)
    request.credentials = sources.credentials(for: address.site)
    do {
      _ = try await client.download(
        request, to: new, expecting: ExpectedFile(digest: artifact.digest, size: artifact.size),
        progress: progress)
      try keep(new, artifact.digest)
      return true
    } catch {
      return false
    }
  }

  /// Moves a verified file from the staging area into `downloads/`, which may be on another file
  /// system, such as the cache of a CI service.
  private func keep(_ new: FilePath, _ digest: SHA256Digest) throws(Problem) {
    try mappingFileErrors { () throws(FileError) in
      try root.downloads.makeDirectories()
      try new.moveFile(to: root.download(digest))
    }
  }

  /// Downloads a file to `new` and verifies it on arrival.
  private func download(
    _ url: ArtifactURL, of file: PlannedFile, _ declaration: LockedDeclaration,
    _ subject: ProblemSubject, to new: FilePath, _ progress: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) {
    if isOffline { throw Problem(subject.error(.answer(.offline(address: url.text)))) }
    let address: WebAddress
    do {
      address = try WebAddress(url.text)
    } catch {
      throw Problem(subject.error(.declaration(.badAddress(AddressFault(error)))))
    }
    guard sources.permits(address.site) else {
      throw Problem(subject.error(unencrypted: address, listedBy: nil))
    }
    let access = await sources.fileAccess(to: address, for: declaration)
    var request = access.request(for: address)
    request.credentials = sources.credentials(for: address.site)
    do {
      _ = try await client.download(
        request, to: new, expecting: ExpectedFile(digest: file.digest, size: file.size),
        progress: progress)
    } catch {
      throw Problem(subject.requesting(with: access).error(error))
    }
  }
}

extension ArtifactURL {
  fileprivate var isFile: Bool { text.hasPrefix(FileAddress.scheme) }
}
