internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Layout
internal import Projects
internal import ToolSources
internal import Transport
internal import Vocabulary

/// Fetches the files of locks, if they are not kept on this machine, and copies them to a mirror.
///
/// Other processes can change the root while files are copied: only fetching needs its lock. The
/// files are held in a folder of this process, so that no other one deletes them meanwhile.
struct MirrorCopy: Sendable {
  private let change: RootChange
  private let sources: SourceProvider
  private let target: MirrorTarget
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// The size in bytes of the files that are fetched before they are copied, so that those for
  /// other platforms do not fill the disk.
  private static let batchSize = 1 << 30

  /// Creates a copy to `target`.
  init(
    _ change: RootChange, _ sources: SourceProvider, _ target: MirrorTarget,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.change = change
    self.sources = sources
    self.target = target
    self.observe = observe
  }

  /// The files of an installation, whose downloads share a path.
  private struct Group: Sendable {
    let planned: PlannedInstallation
    /// The folder of the lock.
    let folder: FilePath
    var files: [(file: MirroredFile, planned: PlannedFile)] = []

    /// The name of the group in progress events.
    var title: String { "\(planned.title) for \(planned.artifact.platform)" }
    var size: Int { files.reduce(0) { $0 + $1.planned.size } }
  }

  /// A file that is ready to be copied.
  private struct Fetched: Sendable {
    let file: MirroredFile
    let path: FilePath
    let size: Int
  }

  /// A group with its files, which exist as long as `held` does.
  private struct FetchedGroup: Sendable {
    let group: Group
    let files: [Fetched]
    let held: HeldFiles
  }

  /// Copies the files that are not attestations. If there are none, removes from the root what an
  /// earlier copy left.
  func copy(_ files: [MirroredFile]) async throws(Problem) {
    if case .folder(let folder, _) = target { folder.removeAbandonedFiles() }
    if files.isEmpty { try await finishEarlierCopy() }
    for batch in Self.batches(of: files) { try await store(try await fetch(batch)) }
  }

  /// Finishes the work of a process that died after copying everything. Without this, `check` would
  /// report an interrupted command until the next change to the root.
  private func finishEarlierCopy() async throws(Problem) {
    let root = sources.access.root
    guard root.staging.exists, root.isChangeable else { return }
    root.downloads.removeAbandonedFiles()
    let remains = try mappingFileErrors { () throws(FileError) in
      try FileLock.whileFree(root.stagingLock) { () throws(FileError) in
        try root.unfinishedWork()
      }
    }
    if remains?.isEmpty != false { return }
    do {
      try await change.run("mirror") { _, _ throws(Problem) in }
    } catch .system(.lockHeld) {
      // The other process finishes the work.
    }
  }

  private static func batches(of files: [MirroredFile]) -> [[Group]] {
    var groups: [Group] = []
    var places: [GroupID: Int] = [:]
    for file in files {
      guard case .locked(let planned, let installation) = file.content else { continue }
      let id = GroupID(id: installation.id, folder: file.folder)
      let place = places[id] ?? groups.count
      if place == groups.count { groups.append(Group(planned: installation, folder: file.folder)) }
      places[id] = place
      groups[place].files.append((file, planned))
    }
    var batches: [[Group]] = []
    var size = 0
    for group in groups {
      if batches.isEmpty || size + group.size > batchSize {
        batches.append([])
        size = 0
      }
      batches[batches.count - 1].append(group)
      size += group.size
    }
    return batches
  }

  private struct GroupID: Hashable {
    let id: ContentID
    let folder: FilePath
  }

  /// Fetches the files of groups under the root's lock.
  private func fetch(_ groups: [Group]) async throws(Problem) -> [FetchedGroup] {
    try await change.run("mirror") { [sources] staging, _ throws(Problem) in
      let root = sources.access.root
      let held = try mappingFileErrors { () throws(FileError) in try HeldFiles(in: root) }
      for group in groups {
        let missing = group.files.filter { !root.download($0.file.digest).exists }
        if missing.isEmpty { continue }
        observe(
          .install(
            .downloading(
              title: group.title, byteCount: missing.reduce(0) { $0 + $1.planned.size })))
      }
      let folder = staging.folder
      let fetchers = Dictionary(
        uniqueKeysWithValues: Set(groups.map(\.folder)).map { project in
          let access = sources.access.inProject(at: project)
          let fetcher = ArtifactFetcher(
            SourceProvider(access), staging: folder, jobs: access.settings.jobs
          ) { observe(.install($0)) }
          return (project, fetcher)
        })
      return try await concurrentResults(groups) { group async throws(Problem) in
        guard let fetcher = fetchers[group.folder] else {
          return FetchedGroup(group: group, files: [], held: held)
        }
        let files = try await fetch(group, with: fetcher, in: root, held)
        return FetchedGroup(group: group, files: files, held: held)
      }
    }
  }

  private func fetch(
    _ group: Group, with fetcher: ArtifactFetcher, in root: Root, _ held: HeldFiles
  ) async throws(Problem) -> [Fetched] {
    var fetched: [Fetched] = []
    var count = 0
    for (file, planned) in group.files {
      let isNew = !root.download(file.digest).exists
      let path = try await fetcher.fetch(planned, of: group.planned) { [count] received in
        observe(.install(.received(title: group.title, byteCount: count + received)))
      }
      if isNew { count += planned.size }
      // This machine does not install files for other platforms.
      let isKept = !isNew || file.platform == .current
      let copy = try await BlockingThread.mappingFileErrors { () throws(FileError) in
        try held.take(path, isKept: isKept)
      }
      fetched.append(Fetched(file: file, path: copy, size: planned.size))
    }
    return fetched
  }

  private func store(_ groups: [FetchedGroup]) async throws(Problem) {
    let limit = AsyncSemaphore(sources.access.settings.jobs)
    let client = sources.access.client
    _ = try await concurrentResults(groups) { fetched async throws(Problem) in
      for one in fetched.files {
        try await limit.run { () async throws(Problem) in
          if Task.isCancelled { throw .interrupted }
          observe(.uploading(title: fetched.group.title))
          try await target.store(one.file, .file(one.path, size: one.size), over: client)
        }
      }
      observe(.install(.staged(title: fetched.group.title)))
    }
  }
}
