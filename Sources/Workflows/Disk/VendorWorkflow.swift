package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
internal import Layout
internal import Locking
internal import Manifests
package import Projects
package import ToolSources
package import Vocabulary

/// Copies the files that a project's lock names into the project, so that they can be installed
/// without a network.
package struct VendorWorkflow: Sendable {
  /// The contents of the folder afterward.
  package struct Report: Sendable {
    /// The folder of the copies.
    package let folder: FilePath
    /// The number of copied files, including attestations, and files that were already there.
    package let fileCount: Int
    /// The number of attestations among them.
    package let attestationCount: Int
    /// The number of attestations that the lock names and this machine does not have.
    package let missingAttestationCount: Int
    /// The size of all files in bytes.
    package let byteCount: Int
    /// The platforms of the files.
    package let platforms: [Platform]
    /// The number of copies that were deleted, because the lock no longer names them.
    package let removedCount: Int
  }

  private let sources: SourceProvider
  private let change: RootChange
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools, and provides the root and its settings.
  ///   - source: Opens the inventory of the root.
  ///   - observe: Receives progress events.
  package init(
    _ sources: SourceProvider, inventory source: InventorySource = .store,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.observe = observe
    change = RootChange(of: sources.access, source, observe: observe)
  }

  /// Copies the files that the lock of `project` names, and deletes earlier copies that it no
  /// longer names.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - isForAll: Whether to copy the files for all platforms of the lock, and not only for this
  ///     machine's.
  ///   - destination: The folder that gets the copies, in ``VendoredFiles/folder``. `nil` means the
  ///     project's folder.
  /// - Throws: The problem of ``Projects/Project/lockToCopy()``,
  ///   ``DiskProblem/foreignFolder(folder:target:)``, ``DiskProblem/foreignIndex(folder:)``, or
  ///   the ``Problem`` of a file that cannot be fetched or written.
  package func fill(
    _ project: Project, isForAll: Bool, in destination: FilePath? = nil
  ) async throws(Problem) -> Report {
    let lock = try project.lockToCopy()
    let platforms = isForAll ? lock.platforms : [.current]
    if let problem = project.platformProblem(of: lock, .current), !isForAll { throw problem }
    let destination = destination ?? project.filesFolder
    let folder = destination.appending(VendoredFiles.folder)
    try Self.check(folder, in: destination)
    let attestations = VendoredAttestations(
      of: lock, for: platforms,
      from: KeptAttestations(sources.access.root, for: project.filesFolder), to: destination)
    let planned = lock.tools.flatMap { tool in
      platforms.compactMap { PlannedInstallation(tool, for: $0) }
    }
    // Platforms may share a file, which is fetched once.
    let groups = Dictionary(grouping: planned, by: SharedFiles.init(of:)).values
    let index = Self.index(of: lock, in: folder, filling: platforms)
    return try await change.run("cache") { [sources, observe] staging, _ throws(Problem) in
      folder.removeAbandonedFiles()
      let fetcher = ArtifactFetcher(
        sources, staging: staging.folder, jobs: sources.access.settings.jobs
      ) { observe(.install($0)) }
      let copies = try await concurrentResults(Array(groups)) { planned async throws(Problem) in
        try await Self.copy(planned, to: destination, with: fetcher, in: sources.access.root)
      }.flatMap(\.self)
      let proofs = try mappingFileErrors(try attestations.fill())
      let removedCount = try mappingFileErrors(try Self.replaceIndex(in: folder, with: index))
      let sizes = copies + proofs.sizes
      return Report(
        folder: folder, fileCount: sizes.count, attestationCount: proofs.sizes.count,
        missingAttestationCount: proofs.missingCount, byteCount: sizes.reduce(0, +),
        platforms: platforms, removedCount: removedCount + proofs.removedCount)
    }
  }

  /// Checks that the folders for the copies lie in `destination`, and that the index is one that
  /// this workflow wrote.
  private static func check(_ folder: FilePath, in destination: FilePath) throws(Problem) {
    for relative in [VendoredFiles.folder, VendoredFiles.attestations] {
      let (base, place) = try mappingFileErrors { () throws(FileError) in
        let folder = destination.appending(relative)
        return (try destination.withoutLinks(), try folder.nearestPresent().withoutLinks())
      }
      if place != base, place.relative(to: base) == nil {
        throw .disk(.foreignFolder(folder: relative.string, target: place.string))
      }
    }
    let earlier = try mappingFileErrors { () throws(FileError) in
      try folder.appending(DirectoryIndexWriter.fileName)
        .contentsIfPresent(limit: DirectoryIndexWriter.maximumByteCount)
    }
    // A full disk leaves an empty index.
    if let earlier, !earlier.isEmpty, !DirectoryIndexWriter.wrote(earlier) {
      throw .disk(.foreignIndex(folder: VendoredFiles.folder.string))
    }
  }

  /// Returns the index of a folder that will have the copies for `platforms`, and those for other
  /// platforms that it has already.
  private static func index(
    of lock: Lockfile, in folder: FilePath, filling platforms: [Platform]
  ) -> DirectoryIndexWriter {
    var index = DirectoryIndexWriter()
    for tool in lock.tools {
      var copies: [(artifact: Artifact, name: String)] = []
      for artifact in tool.artifacts {
        // A directory source has no parts. Copies of a tool with parts serve only an install by the
        // lock.
        guard let planned = PlannedInstallation(tool, for: artifact.platform),
          let file = planned.files.first, planned.files.count == 1
        else { continue }
        let name = VendoredFiles.name(of: file, for: planned)
        if platforms.contains(artifact.platform) || folder.appending(name).exists {
          copies.append((artifact, name))
        }
      }
      if copies.isEmpty { continue }
      index.add(tool)
      for (artifact, name) in copies { index.add(artifact, of: tool, named: name) }
    }
    return index
  }

  /// Writes the index of a folder, and deletes the copies that only the index before listed.
  ///
  /// - Returns: The number of deleted copies.
  private static func replaceIndex(
    in folder: FilePath, with index: DirectoryIndexWriter
  ) throws(FileError) -> Int {
    let path = folder.appending(DirectoryIndexWriter.fileName)
    let earlier = try path.contentsIfPresent(limit: DirectoryIndexWriter.maximumByteCount) ?? []
    let outdated = Set(DirectoryIndexWriter.names(in: earlier))
      .subtracting(DirectoryIndexWriter.names(in: index.text))
    // Last comes the index. If this process dies before, the next one still knows the copies.
    for name in outdated { try folder.appending(name).removeFile() }
    try path.replaceContents(with: index.text)
    return outdated.count
  }

  /// The tool and the files of an installation, which it may share with other platforms.
  private struct SharedFiles: Hashable {
    let tool: ToolName
    let version: VersionText
    let digests: [SHA256Digest]

    init(of planned: PlannedInstallation) {
      (tool, version) = (planned.tool, planned.version)
      digests = planned.files.map(\.digest)
    }
  }

  /// Copies the files that installations share, and returns the sizes of all copies. A file that
  /// was fetched only for other platforms does not stay among the downloads of the root.
  private static func copy(
    _ group: [PlannedInstallation], to destination: FilePath, with fetcher: ArtifactFetcher,
    in root: Root
  ) async throws(Problem) -> [Int] {
    guard let first = group.first else { return [] }
    let new = Set(first.files.filter { !root.download($0.digest).exists }.map(\.digest))
    let fetched = try await fetcher.fetch(first)
    return try await BlockingThread.mappingFileErrors { () throws(FileError) in
      for planned in group {
        for one in fetched.files {
          let copy = destination.appending(VendoredFiles.path(of: one.file, for: planned))
          try copy.parentDirectory.makeDirectories()
          // A copy that is complete appears at once.
          let draft = copy.temporarySibling()
          do throws(FileError) {
            try one.path.copyFile(to: draft)
            try draft.rename(to: copy)
          } catch {
            try? draft.removeFile()
            throw error
          }
        }
      }
      if !group.contains(where: { $0.artifact.platform == .current }) {
        for one in fetched.files where new.contains(one.file.digest) { try one.path.removeFile() }
      }
      return group.flatMap { _ in fetched.files.map(\.file.size) }
    }
  }
}

extension FilePath {
  /// Returns the path, or its nearest ancestor that exists.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  fileprivate func nearestPresent() throws(FileError) -> FilePath {
    var path = self
    while try !path.isPresent(), let parent = path.parent { path = parent }
    return path
  }
}

extension Project {
  /// Returns the lock, if its files are all that is needed to install the project's tools.
  ///
  /// - Throws: ``LockProblem`` if the lock is missing or stale, or does not contain what
  ///   `.tool-version` pins.
  func lockToCopy() throws(Problem) -> Lockfile {
    guard let lock = try LockPolicy.frozen.currentLock(of: self) else {
      throw .project(.lock(.missing(toolfile: toolfile.path)))
    }
    for pin in pins?.pins ?? [] where lock[pin.tool] == nil && pin.version != .system {
      throw .project(.lock(.pinnedWithoutLock(tool: pin.tool, origin: pin.origin)))
    }
    return lock
  }
}
