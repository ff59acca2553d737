package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
internal import Layout
internal import Manifests
internal import Projects
package import ToolSources
internal import Transport
internal import Vocabulary

/// Copies the files that locks name to a mirror that serves them by their digests.
package struct MirrorWorkflow: Sendable {
  /// What a mirror lacks.
  package struct Shortage: Sendable {
    /// The number of files that installs by the locks need.
    package let fileCount: Int
    /// The files that the mirror lacks.
    package let files: [MirroredFile]
    /// The locks whose manifests the mirror lacks. Without a manifest, a registry may delete the
    /// files of its lock.
    package let locks: [MirroredLock]

    package var isEmpty: Bool { files.isEmpty && locks.isEmpty }
  }

  /// What was copied to a mirror.
  package struct Copies: Sendable {
    /// The number of files.
    package let fileCount: Int
    /// The size of all files in bytes.
    package let byteCount: Int
    /// The number of attestations that neither the project nor this machine has.
    package let missingAttestationCount: Int
    /// The locks whose manifests were written.
    package let locks: [MirroredLock]
  }

  private let sources: SourceProvider
  private let change: RootChange
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Fetches what is not kept on this machine, and provides the root and its settings.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    _ sources: SourceProvider, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.observe = observe
    change = RootChange(
      root: sources.access.root, environment: sources.access.environment,
      inventorySource: source, observe: observe)
  }

  /// Returns what a mirror lacks of the files that locks name.
  ///
  /// - Throws: ``Problem`` if the mirror does not answer.
  package func shortage(
    of target: MirrorTarget, for locks: [MirroredLock]
  ) async throws(Problem) -> Shortage {
    let client = sources.access.client
    let checks = AsyncSemaphore(sources.access.settings.jobs)
    var seen: Set<SHA256Digest> = []
    let files = locks.flatMap(\.files).filter { seen.insert($0.digest).inserted }
    let missing = try await concurrentResults(files) { file async throws(Problem) in
      try await checks.run { () async throws(Problem) in
        if Task.isCancelled { throw .interrupted }
        return try await target.has(file, over: client) ? nil : file
      }
    }.compactMap(\.self)
    let unkept = try await concurrentResults(locks) { lock async throws(Problem) in
      try await checks.run { () async throws(Problem) in
        try await target.keepsFiles(of: lock, over: client) ? nil : lock
      }
    }.compactMap(\.self)
    return Shortage(fileCount: files.count, files: missing, locks: unkept)
  }

  /// Returns the folders of locks whose attestations a mirror lacks and this machine does not keep.
  package func foldersLackingAttestations(_ shortage: Shortage) -> [FilePath] {
    let unkept = shortage.files.filter { file in
      file.isAttestation && kept(for: file.folder).text(of: file.digest) == nil
    }
    return Set(unkept.map(\.folder)).sorted { $0.string < $1.string }
  }

  private func kept(for folder: FilePath) -> KeptAttestations {
    KeptAttestations(sources.access.root, for: folder)
  }

  /// Copies what a mirror lacks. An interrupted copy continues with the files that are missing.
  ///
  /// - Parameters:
  ///   - shortage: What the mirror lacks.
  ///   - locks: The locks that need it.
  /// - Throws: ``Problem`` if a file cannot be fetched, or the mirror does not accept it.
  package func fill(
    _ target: MirrorTarget, with shortage: Shortage, for locks: [MirroredLock]
  ) async throws(Problem) -> Copies {
    let client = sources.access.client
    let files = shortage.files.filter { !$0.isAttestation }
    if !files.isEmpty { try await copy(files, to: target) }
    let sizes = try await copyAttestations(shortage.files.filter(\.isAttestation), to: target)
    // A manifest written earlier does not name attestations that were missing then.
    let unkept = Set(shortage.locks.map(\.digest))
    let incomplete = Set(sizes.isEmpty ? [] : shortage.files.filter(\.isAttestation).map(\.folder))
    let written = locks.filter {
      unkept.contains($0.digest) || incomplete.contains($0.folder)
    }
    for lock in written {
      let manifest = lock.manifest(with: kept(for: lock.folder))
      try await target.writeManifest(of: lock, manifest, over: client)
    }
    return Copies(
      fileCount: files.count + sizes.count,
      byteCount: files.reduce(0) { $0 + ($1.size ?? 0) } + sizes.reduce(0, +),
      missingAttestationCount: shortage.files.count - files.count - sizes.count, locks: written)
  }

  /// Copies the attestations that this machine keeps, and returns their sizes in bytes.
  private func copyAttestations(
    _ attestations: [MirroredFile], to target: MirrorTarget
  ) async throws(Problem) -> [Int] {
    var sizes: [Int] = []
    for file in attestations {
      guard let text = kept(for: file.folder).text(of: file.digest) else { continue }
      try await target.store(file, .bytes(text), over: sources.access.client)
      sizes.append(text.count)
    }
    return sizes
  }

  /// Fetches files, if they are not kept on this machine, and copies them to a mirror.
  private func copy(_ files: [MirroredFile], to target: MirrorTarget) async throws(Problem) {
    let locked = files.compactMap { file -> (MirroredFile, PlannedFile, PlannedInstallation)? in
      guard case .locked(let planned, let installation) = file.content else { return nil }
      return (file, planned, installation)
    }
    // The files of an installation share a path for incomplete downloads.
    let groups = Dictionary(grouping: locked) { Group(id: $0.2.id, folder: $0.0.folder) }
    _ = try await change.run("mirror") { [sources, observe] staging, _ throws(Problem) in
      if case .folder(let folder, _) = target { folder.removeAbandonedFiles() }
      let folder = staging.folder
      let fetchers = Dictionary(
        uniqueKeysWithValues: Set(files.map(\.folder)).map { project in
          let access = sources.access.inProject(at: project)
          let fetcher = ArtifactFetcher(
            SourceProvider(access), staging: folder, jobs: access.settings.jobs
          ) { observe(.install($0)) }
          return (project, fetcher)
        })
      let root = sources.access.root
      let uploads = AsyncSemaphore(sources.access.settings.jobs)
      return try await concurrentResults(Array(groups.values)) { files async throws(Problem) in
        for (file, planned, installation) in files {
          guard let fetcher = fetchers[file.folder] else { continue }
          let kept = root.download(file.digest)
          let isNew = !kept.exists
          let path = try await fetcher.fetch(planned, of: installation)
          try await uploads.run { () async throws(Problem) in
            if Task.isCancelled { throw .interrupted }
            try await target.store(
              file, .file(path, size: planned.size), over: sources.access.client)
          }
          // This machine does not install files for other platforms.
          if isNew, file.platform != .current { try mappingFileErrors(try kept.removeFile()) }
        }
      }
    }
  }

  /// An installation of a lock.
  private struct Group: Hashable {
    let id: ContentID
    let folder: FilePath
  }
}
