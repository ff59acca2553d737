package import Diagnostics
internal import Filesystem
internal import Installation
package import Inventory
internal import Layout
internal import Projects
package import ToolSources
internal import Vocabulary

/// Copies the files that locks name to a mirror that serves them by their digests.
package struct MirrorWorkflow: Sendable {
  /// What a mirror lacks.
  package struct Shortage: Sendable {
    /// The files that the locks name.
    package let fileCount: Int
    /// The files that the mirror lacks.
    package let files: [MirroredFile]
    /// The locks without whose manifests a registry may delete their files.
    package let locks: [MirroredLock]

    package var isEmpty: Bool { files.isEmpty && locks.isEmpty }
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
  /// - Throws: ``Problem`` if the mirror does not say.
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

  /// Copies what a mirror lacks. An interrupted copy continues with the files that are missing.
  ///
  /// - Parameter shortage: What the mirror lacks.
  /// - Throws: ``Problem`` if a file cannot be fetched, or the mirror does not accept it.
  package func fill(_ target: MirrorTarget, with shortage: Shortage) async throws(Problem) {
    if shortage.isEmpty { return }
    let client = sources.access.client
    if !shortage.files.isEmpty { try await copy(shortage.files, to: target) }
    for lock in shortage.locks { try await target.writeManifest(of: lock, over: client) }
  }

  /// Fetches files, if they are not kept on this machine, and copies them to a mirror.
  private func copy(_ files: [MirroredFile], to target: MirrorTarget) async throws(Problem) {
    // The files of an installation share a path for incomplete downloads.
    let groups = Dictionary(grouping: files) { Group(id: $0.planned.id, folder: $0.folder) }
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
        for file in files {
          guard let fetcher = fetchers[file.folder] else { continue }
          let kept = root.download(file.digest)
          let isNew = !kept.exists
          let path = try await fetcher.fetch(file.file, of: file.planned)
          try await uploads.run { () async throws(Problem) in
            if Task.isCancelled { throw .interrupted }
            try await target.store(file, from: path, over: sources.access.client)
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
