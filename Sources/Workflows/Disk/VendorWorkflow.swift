package import Diagnostics
package import Filesystem
internal import Installation
internal import Layout
package import Manifests
package import Projects
package import ToolSources

/// Copies what a project's lock names into the project, so that it can be installed where there is
/// no network.
package struct VendorWorkflow: Sendable {
  /// What is in the folder afterward.
  package struct Report: Sendable {
    /// The folder of the copies.
    package let folder: FilePath
    /// The number of copied files, with those that were there already.
    package let fileCount: Int
    /// The size of all files in bytes.
    package let byteCount: Int
    /// The platforms of the files.
    package let platforms: [Platform]
  }

  private let sources: SourceProvider
  private let change: RootChange
  private let observe: @Sendable (WorkflowEvent) -> Void

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools, and provides the root and its settings.
  ///   - observe: Receives progress events.
  package init(
    _ sources: SourceProvider, observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.observe = observe
    change = RootChange(
      root: sources.access.root, environment: sources.access.environment, observe: observe)
  }

  /// Copies the files that the lock of `project` names.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - isForAll: Whether to copy the files for all platforms of the lock, and not only for this
  ///     machine's.
  ///   - destination: The folder that gets the copies, in ``VendoredFiles/folder``. `nil` means the
  ///     project's folder.
  /// - Throws: ``ProjectProblem/noLock(toolfile:)``, or the ``Problem`` of a file that cannot be
  ///   fetched or written.
  package func fill(
    _ project: Project, isForAll: Bool, in destination: FilePath? = nil
  ) async throws(Problem) -> Report {
    guard let lock = project.lock else { throw .project(.noLock(toolfile: project.toolfile.path)) }
    let platforms = isForAll ? lock.platforms : [.current]
    if let problem = project.platformProblem(of: lock, .current), !isForAll { throw problem }
    let destination = destination ?? project.folder
    let folder = destination.appending(VendoredFiles.folder)
    var index = DirectoryIndexWriter()
    var planned: [PlannedInstallation] = []
    for tool in lock.tools {
      index.add(tool)
      for platform in platforms {
        guard let installation = PlannedInstallation(tool, for: platform),
          let file = installation.files.first
        else { continue }
        let name = VendoredFiles.name(of: file, for: installation)
        index.add(installation.artifact, of: tool, named: name)
        planned.append(installation)
      }
    }
    let text = index.text
    let all = planned
    return try await change.run("cache") { [sources, observe] staging, _ throws(Problem) in
      folder.removeAbandonedFiles()
      let fetcher = ArtifactFetcher(
        sources, staging: staging.folder, jobs: sources.access.settings.jobs
      ) { observe(.install($0)) }
      let copies = try await concurrentResults(all) { planned async throws(Problem) in
        try await Self.copy(planned, to: destination, with: fetcher, in: sources.access.root)
      }.flatMap(\.self)
      try mappingFileErrors { () throws(FileError) in
        try folder.appending(DirectoryIndexWriter.fileName).replaceContents(with: text)
      }
      return Report(
        folder: folder, fileCount: copies.count, byteCount: copies.reduce(0, +),
        platforms: platforms)
    }
  }

  /// Copies the files of an installation, and returns their sizes. A file that was fetched for
  /// another platform does not stay among the downloads of the root.
  private static func copy(
    _ planned: PlannedInstallation, to destination: FilePath, with fetcher: ArtifactFetcher,
    in root: Root
  ) async throws(Problem) -> [Int] {
    let new = Set(planned.files.filter { !root.download($0.digest).exists }.map(\.digest))
    let fetched = try await fetcher.fetch(planned)
    return try await BlockingThread.mappingFileErrors { () throws(FileError) in
      for one in fetched.files {
        let copy = destination.appending(VendoredFiles.path(of: one.file, for: planned))
        try copy.parentDirectory.makeDirectories()
        // A copy that is complete appears at once.
        let draft = copy.temporarySibling()
        try one.path.copyFile(to: draft)
        try draft.rename(to: copy)
        if planned.artifact.platform != .current, new.contains(one.file.digest) {
          try one.path.removeFile()
        }
      }
      return fetched.files.map(\.file.size)
    }
  }
}
