package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
package import Projects
internal import Releases
package import ToolSources

/// Writes bootstrap and everything that a project's lock names into a folder, for machines of this
/// platform without a network.
///
/// ```
/// install.sh                 installs bootstrap, and then the project's tools
/// bootstrap/bin/bootstrap    the programs, in folders as in a root
/// Toolfile, Toolfile.lock    the project's files, with `.tool-version` if there is one
/// vendor/tools/              the locked files, which `install` prefers to their addresses
/// ```
///
/// Registries that the Toolfile names stay out. The lock states what their definitions resolved to.
package struct BundleWorkflow: Sendable {
  private let sources: SourceProvider
  private let environment: Environment
  private let vendor: VendorWorkflow

  /// The folder of the programs in a bundle.
  static let programs = "bootstrap"
  /// The name of the script that installs a bundle.
  static let installer = "install.sh"

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - sources: Opens the sources of tools, and provides the root with the programs.
  ///   - environment: The environment of this process.
  ///   - observe: Receives progress events.
  package init(
    _ sources: SourceProvider, environment: Environment,
    observe: @escaping @Sendable (WorkflowEvent) -> Void
  ) {
    self.sources = sources
    self.environment = environment
    vendor = VendorWorkflow(sources, observe: observe)
  }

  /// Writes the bundle of a project. It appears under its name when it is complete.
  ///
  /// - Parameters:
  ///   - project: The project, whose lock must match its Toolfile.
  ///   - formatPath: Returns a path as messages show it.
  ///   - folder: The folder to write, which must not exist.
  /// - Throws: The problem of ``Projects/Project/lockToCopy()``,
  ///   ``InstallationProblem/noProgramsInRoot(path:)`` if the root does not contain bootstrap,
  ///   ``SystemProblem/missingProgram(path:)`` if it contains only some of its programs, or the
  ///   ``Problem`` of a file that cannot be fetched or written.
  package func write(
    _ project: Project, to folder: FilePath, formatPath: (FilePath) -> String
  ) async throws(Problem) -> VendorWorkflow.Report {
    // Nothing is written if this fails.
    _ = try project.lockToCopy()
    let root = sources.access.root
    let programs = try completePrograms(of: root, formatPath: formatPath)
    // A run that was killed may have left its draft.
    folder.parentDirectory.removeAbandonedFiles(of: folder.lastComponent)
    let isTaken = try mappingFileErrors(try folder.linkStatus() != nil)
    if isTaken { throw .project(.file(.folderExists(path: formatPath(folder)))) }
    let draft = folder.temporarySibling()
    do {
      try mappingFileErrors { () throws(FileError) in
        try draft.makeDirectories()
        try programs.copy(to: draft.appending(Self.programs))
        let pins = project.folder.appending(ToolVersionFile.name)
        for file in [project.toolfilePath, project.lockPath, pins] where try file.isPresent() {
          try file.copyFile(to: draft.appending(file.lastComponent))
        }
        let installer = draft.appending(Self.installer)
        try installer.replaceContents(with: Array(BundleInstaller.text.utf8))
        try installer.setPermissions(0o755)
      }
      let report = try await vendor.fill(project, isForAll: false, in: draft)
      try mappingFileErrors(try draft.rename(to: folder))
      return report
    } catch {
      try? draft.removeTree()
      throw error
    }
  }

  /// Returns the programs of `root`.
  ///
  /// - Throws: The problem of ``write(_:to:formatPath:)`` if one of them is missing.
  private func completePrograms(
    of root: Root, formatPath: (FilePath) -> String
  ) throws(Problem) -> ProgramFiles {
    let (programs, missing) = try mappingFileErrors { () throws(FileError) in
      let programs = try InstalledPrograms(in: root, environment).current
      return (programs, try programs.firstMissing())
    }
    guard let missing else { return programs }
    throw programs.mainProgram.exists
      ? .system(.missingProgram(path: root.path.appending(missing).string))
      : .project(.installation(.noProgramsInRoot(path: formatPath(root.path))))
  }
}
