package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects
package import Vocabulary

/// The problems with the tools that a folder requires, such as a stale lock or a missing
/// installation. `check` reports the first problem, and `install` does nothing if there are none.
package struct FolderState: Sendable {
  /// The problems, in the order in which to fix them.
  package let problems: [Problem]
  /// Whether a source has confirmed all locked tools. If not, an install asks for that.
  package let isConfirmed: Bool
  /// The number of required tool versions.
  package let count: Int
  /// The locked tools that the project limits to other platforms.
  package let notForPlatform: [ToolName]
  /// The system programs that the project requires. This state does not check them.
  package let systemRequirements: [Toolfile.SystemRequirement]
  /// The folders besides the project's whose `.tool-version` requires tools.
  package let pinFolders: [FilePath]
  /// The name of the view that commands need in the folder, or `nil` if it is unknown.
  package let view: String?

  /// Compares the tools that a folder requires with the installations under `root`.
  ///
  /// - Parameters:
  ///   - tools: The required tools.
  ///   - root: The root that contains the installations.
  ///   - folder: The folder, for messages.
  ///   - platform: The platform of the machine.
  ///   - isConfirmed: Whether a source has confirmed all locked tools.
  ///   - consentProblem: The problem if the user has not accepted what the tools ask for.
  /// - Throws: ``Problem`` with ``FileProblem/noManifest(directory:)`` if there is neither a
  ///   project nor a pin, or with the failure of a system call.
  package init(
    of tools: FolderTools, in root: Root, folder: FilePath, platform: Platform,
    isConfirmed: Bool = true, consentProblem: Problem? = nil
  ) throws(Problem) {
    if tools.isEmpty { throw .project(.file(.noManifest(directory: folder.string))) }
    var problems: [Problem] = []
    if let problem = root.noexecProblem { problems.append(problem) }
    if let project = tools.project {
      problems += try Self.problems(of: project, tools, root, platform)
    }
    let missing = tools.pins.filter { !$0.isDefaultInstalled(in: root) }
    if !missing.isEmpty {
      try mappingFileErrors { () throws(FileError) in
        for pin in missing { try pin.checkIsReachable(in: root) }
      }
      problems.append(.project(.installation(.notInstalled(missing.map { $0.missing(in: root) }))))
    }
    if problems.isEmpty, let consentProblem { problems.append(consentProblem) }
    if let problem = try mappingFileErrors({ () throws(FileError) in
      try Self.unfinishedWork(tools, root)
    }) {
      problems.append(.project(.installation(problem)))
    }
    if try !mappingFileErrors({ () throws(FileError) in try root.hasShimProgram() }) {
      problems.append(.system(.missingProgram(path: root.shimProgram.string)))
    }
    self.problems = problems
    self.isConfirmed = isConfirmed
    count = tools.count
    notForPlatform = tools.notForPlatform
    systemRequirements = tools.project?.toolfile.systemRequirements ?? []
    view = nil
    pinFolders = tools.users.map(\.folder).filter { $0 != tools.project?.folder }
  }

  /// Creates the state of a project whose seal holds. Returns `nil` if anything differs from what
  /// an install leaves, because only the files of the project tell which tools are affected.
  ///
  /// - Throws: ``Problem/system(_:)`` if the system cannot tell what is installed.
  package init?(of project: ProjectSeal, in root: Root) throws(Problem) {
    guard root.hasEveryShim, root.noexecProblem == nil else { return nil }
    let isReady = try mappingFileErrors { () throws(FileError) in
      if try !root.store.isPresent() { return false }
      if try !root.hasShimProgram() { return false }
      return try project.isInstalled(in: root)
    }
    if !isReady { return nil }
    problems = []
    isConfirmed = true
    count = project.toolCount
    notForPlatform = project.notForPlatform
    systemRequirements = []
    pinFolders = []
    view = project.view
  }

  /// Returns the problem that the root, or the shims of the tools, may be out of date, or `nil` if
  /// they are not.
  ///
  /// Abandoned work can affect every tool. A running process completes the unfinished work that it
  /// finds, and usually installs the tools of another folder, so these tools are affected only
  /// while one of their shims is missing.
  private static func unfinishedWork(
    _ tools: FolderTools, _ root: Root
  ) throws(FileError) -> InstallationProblem? {
    if try !root.store.isPresent() { return .unfinishedWork }
    if try !root.routes.path.isPresent() { return .unfinishedWork }
    var isRunning = false
    if try !root.unfinishedWork().isEmpty {
      // The process may have finished in the meantime, so look again while nobody can begin.
      let remains = try FileLock.whileFree(root.stagingLock) { () throws(FileError) in
        try root.unfinishedWork()
      }
      if remains?.isEmpty == false { return .unfinishedWork }
      isRunning = remains == nil
    }
    let names = try tools.executablesWithoutShim(in: root)
    if names.isEmpty { return nil }
    // An install leaves the files of others in place, so only the user can do something.
    var occupied: [String] = []
    for name in Set(names).sorted() where try root.isOccupied(shim: name) {
      occupied.append(root.shims.appending(name.text).string)
    }
    if !occupied.isEmpty { return .occupiedShims(occupied) }
    return isRunning ? .unfinishedWork : .missingShims(Set(names).sorted())
  }

  /// Returns the problems of a project: a missing or stale lock, an unsupported platform, or
  /// missing or damaged tools. Empty if there are none.
  ///
  /// - Throws: ``Problem/system(_:)`` if the system cannot tell what is installed.
  private static func problems(
    of project: Project, _ tools: FolderTools, _ root: Root, _ platform: Platform
  ) throws(Problem) -> [Problem] {
    guard let lock = project.lock else {
      return [.project(.lock(.missing(toolfile: project.toolfile.path)))]
    }
    let difference = project.difference(from: lock)
    if !difference.isEmpty {
      return [.project(.lock(.stale(lock: project.lockName, difference)))]
    }
    if let problem = project.platformProblem(of: lock, platform) { return [problem] }
    // The plan lists missing and incomplete installations. An incomplete one has a folder.
    var damaged: [PlannedInstallation] = []
    var missing: [PlannedInstallation] = []
    try mappingFileErrors { () throws(FileError) in
      for lacking in try InstallPlan(tools.wanted, in: root).missing {
        if try lacking.exists(in: root) { damaged.append(lacking) } else { missing.append(lacking) }
      }
    }
    return (missing.isEmpty ? [] : [.project(.installation(.notInstalled(missing.map(\.wanted))))])
      + (damaged.isEmpty ? [] : [.project(.installation(.damaged(damaged.map(\.wanted))))])
  }
}

extension SelectedPin {
  /// The pinned version, as messages list it.
  package var wanted: WantedVersion {
    WantedVersion(tool: tool, version: version, origin: origin)
  }

  /// Returns the pinned version, which is not installed, as messages list it.
  fileprivate func missing(in root: Root) -> WantedVersion {
    var wanted = WantedVersion(
      tool: tool, version: version, origin: origin,
      isLockOnly: isInstalledOnlyForLock(in: root))
    wanted.aliasOf = alias(in: root)
    return wanted
  }

  /// Returns whether the pin has no lock, and its version is installed only for locks.
  package func isInstalledOnlyForLock(in root: Root) -> Bool {
    guard id == nil, case .exact(let version) = version else { return false }
    let installed = (try? root.runnableVersions(of: tool)) ?? []
    return installed.contains { $0.version == version }
  }

  /// Returns whether a pin without a lock can use the version: its default installation exists.
  package func isDefaultInstalled(in root: Root) -> Bool {
    defaultInstallation(in: root) != nil
  }

  /// Returns the installation to which the link `installs/<tool>/<version>` leads. A pin without
  /// a lock uses this default installation.
  ///
  /// - Returns: The installation, or `nil` if the link or its target is missing, if the target was
  ///   built for another path or another system, or if the pin selects `system`.
  package func defaultInstallation(in root: Root) -> InstalledVersion? {
    guard case .exact(let version) = version,
      let installed = (try? root.defaultInstallation(of: tool, version: version)) ?? nil
    else { return nil }
    return root.hasInstallation(in: root.folder(of: installed)) ? installed : nil
  }
}
