package import Diagnostics
package import Filesystem
package import Layout
internal import Manifests
package import Projects
package import Selection
package import Vocabulary

/// The installations that a `verify` command checks, and the commands that repair them.
package struct VerificationScope: Sendable {
  /// The selection that a `verify` command requests.
  package enum Subject: Sendable {
    /// The tools in the project's lock and the folder's pins.
    case folder
    /// The tools in the project's lock.
    case lock
    /// All installations.
    case all
    /// These tools, each in one version, or in all installed versions if the version is `nil`.
    case tools([(tool: ToolName, version: VersionText?)])
  }

  /// The installations to verify, without duplicates.
  package private(set) var installations: [InstalledVersion] = []
  /// The versions that the lock and the pins require but that are not installed.
  package private(set) var missing: [WantedVersion] = []

  private let root: Root
  /// Formats a path for messages.
  private let formatPath: @Sendable (FilePath) -> String
  /// The tools that the current folder requires, or `nil` if it requires none or its files have
  /// problems.
  private let here: FolderTools?

  /// Finds the installations to verify.
  ///
  /// - Parameters:
  ///   - subject: The selection that the command requests.
  ///   - selector: Reads the files of the current folder.
  /// - Throws: For ``Subject/folder`` and ``Subject/lock``, ``FileProblem/noManifest(directory:)``,
  ///   ``LockProblem/missing(toolfile:)``, or the problems of the folder's files. For
  ///   ``Subject/tools(_:)``,
  ///   ``InstallationProblem/nothingInstalled(tool:version:installed:nearest:)``.
  package init(_ subject: Subject, _ selector: Selector) throws(Problem) {
    let root = selector.root
    self.root = root
    formatPath = selector.formatPath
    switch subject {
    case .folder, .lock:
      let tools = try Self.tools(selector)
      if case .lock = subject, tools.project == nil {
        throw .project(.file(.noManifest(directory: selector.directory.string)))
      }
      here = tools
      add(tools.locked)
      if case .folder = subject { add(tools.pins) }
    case .all:
      // The folder's tools only help to find repairs, so problems in its files must not prevent
      // the verification.
      here = try? Self.tools(selector)
      installations = try mappingFileErrors(try root.installedVersions())
    case .tools(let tools):
      here = try? Self.tools(selector)
      for (tool, version) in tools {
        installations += try root.installed(tool, version)
          .filter { !installations.contains($0) }
      }
    }
  }

  private mutating func add(_ locked: [FolderTools.Locked]) {
    for locked in locked {
      // A tool that is only in optional groups need not be installed.
      if root.hasInstallation(in: root.folder(of: locked.planned.installed)) {
        installations.append(locked.planned.installed)
      } else if locked.isWanted {
        missing.append(locked.planned.wanted)
      }
    }
  }

  private mutating func add(_ pins: [SelectedPin]) {
    for pin in pins {
      if let installed = pin.defaultInstallation(in: root) {
        if !installations.contains(installed) { installations.append(installed) }
      } else {
        missing.append(pin.wanted)
      }
    }
  }

  /// The locked installations of the current folder.
  package var locked: [PlannedInstallation] { here?.locked.map(\.planned) ?? [] }

  /// Returns the problems of locked tools whose downloads have other sizes than the lock states.
  package func sizeProblems(of results: [VerifyWorkflow.Result]) -> [SourceProblem] {
    results.compactMap { result in
      guard case .otherSize(let expected, let actual)? = result.download,
        let planned = locked.first(where: { $0.installed == result.installed })
      else { return nil }
      let origin = here?.project.flatMap { project in
        project.lock?.origin(of: planned.tool, in: project.lockName)
      }
      var problem = SourceProblem(
        source: planned.declaration.source, tool: planned.tool,
        version: planned.version.text, origin: origin,
        fault: .answer(
          .wrongSize(
            address: planned.artifact.urls.first?.text ?? "", expected: expected, actual: actual)))
      // The digest of the download is right, so the size in the lock is wrong.
      problem.retry = ["bootstrap", "lock", "--update", planned.tool.text]
      return problem
    }
  }

  /// Returns the tools that the folder requires. If the folder belongs to a project, the project
  /// must have a lock for this platform.
  private static func tools(_ selector: Selector) throws(Problem) -> FolderTools {
    let tools = try selector.folderTools()
    if tools.isEmpty { throw .project(.file(.noManifest(directory: selector.directory.string))) }
    guard let project = tools.project else { return tools }
    guard let lock = project.lock else {
      throw .project(.lock(.missing(toolfile: project.toolfile.path)))
    }
    if let problem = project.platformProblem(of: lock, selector.platform) { throw problem }
    return tools
  }

  /// Returns the commands that repair `damaged` or make it verifiable. For each installation, the
  /// command is the first of these that is possible: an install in the current folder if its lock
  /// or pins select the installation, an install of `tool@version` if the link
  /// `installs/<tool>/<version>` leads to it, or an install in a folder that is known to use it. If
  /// none is possible, there is no command for the installation.
  ///
  /// - Parameters:
  ///   - damaged: The installations that are damaged or cannot be verified.
  ///   - users: Returns the folders of projects that are known to use an installation.
  /// - Throws: ``SystemProblem`` if the links of installed versions cannot be read.
  package func repairs(
    of damaged: [InstalledVersion], users: (InstalledVersion) async -> [FilePath]
  ) async throws(Problem) -> [Repair] {
    var isHere = false
    var groups: Set<GroupName> = []
    var pins: [String] = []
    var folders: Set<FilePath> = []
    for one in damaged {
      if let here, isSelected(one, by: here) {
        isHere = true
        if let group = here.optionalGroup(of: one) { groups.insert(group) }
      } else if try mappingFileErrors({ () throws(FileError) in
        try root.defaultInstallation(of: one.tool, version: one.version)
      }) == one {
        pins.append("\(one.tool)@\(one.version)")
      } else if let user = await users(one).first {
        folders.insert(user)
      }
    }
    return (isHere ? [.here(groups: groups.sorted())] : [])
      + (pins.isEmpty ? [] : [.pins(pins.sorted())])
      + folders.sorted().map { .folder(formatPath($0)) }
  }

  /// Whether the lock or a pin of the current folder selects `installed`.
  private func isSelected(_ installed: InstalledVersion, by tools: FolderTools) -> Bool {
    tools.locked.contains { $0.planned.installed == installed }
      || tools.pins.contains { $0.defaultInstallation(in: root) == installed }
  }
}
