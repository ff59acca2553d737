package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
package import Projects
internal import Trust
package import Vocabulary

/// Selects the tool versions and programs for one directory, using the files that ``PinChain`` and
/// ``FolderTools`` need.
package struct Selector: Sendable {
  package let root: Root
  package let environment: Environment
  package let platform: Platform
  /// Formats a path for messages.
  package let formatPath: @Sendable (FilePath) -> String
  /// The files that the command has read.
  package let files: ManifestFiles
  /// How to use the package managers of the installed tools.
  package let packages: PackageRules
  /// The directory and its ancestors, nearest first, with symbolic links resolved.
  private let directories: [FilePath]
  /// Decides what the user has accepted. A selector never asks.
  let trust: TrustRule
  let memory = SelectorMemory()

  /// The directory where the search begins, with symbolic links resolved.
  package var directory: FilePath { directories[0] }

  /// Creates a selector for a directory.
  ///
  /// - Parameters:
  ///   - root: The root that contains the installations.
  ///   - environment: The variables that may pin tools, and `PATH`.
  ///   - directory: The directory where the search begins. Symbolic links in its path are resolved
  ///     and `PWD` is ignored, so the result depends only on the physical location.
  ///   - platform: The platform of the installations.
  ///   - files: The files that the command has already read.
  ///   - formatPath: Formats a path for messages.
  /// - Throws: ``SelectionProblem/noWorkingDirectory`` if `directory` does not exist, or
  ///   ``SystemProblem`` if its path cannot be resolved for another reason.
  package init(
    root: Root, environment: Environment, directory: FilePath, platform: Platform = .current,
    files: ManifestFiles = ManifestFiles(), formatPath: @escaping @Sendable (FilePath) -> String
  ) throws(Problem) {
    let physical: FilePath
    do {
      physical = try directory.resolvingLinks()
    } catch {
      throw error.isMissing ? .selection(.noWorkingDirectory) : Problem(error)
    }
    self.init(
      root: root, environment: environment, physicalDirectory: physical, platform: platform,
      files: files, formatPath: formatPath)
  }

  /// Creates a selector for a directory whose path contains no symbolic links.
  package init(
    root: Root, environment: Environment, physicalDirectory: FilePath,
    platform: Platform = .current, files: ManifestFiles = ManifestFiles(),
    formatPath: @escaping @Sendable (FilePath) -> String
  ) {
    self.root = root
    self.environment = environment
    self.platform = platform
    self.files = files
    self.formatPath = formatPath
    // If the file cannot be read, programs of packages are not found, and `rehash` says why.
    packages = (try? PackageRules.read(in: root)) ?? PackageRules()
    directories = physicalDirectory.selfAndAncestors
    trust = TrustRule(root, environment)
  }

  /// A new selector for the same directory, without anything that this one has read or decided.
  package var renewed: Selector {
    Selector(
      root: root, environment: environment, physicalDirectory: directory, platform: platform,
      formatPath: formatPath)
  }

  /// Reads the pins that apply in the directory. The chain keeps the problems of unreadable files.
  ///
  /// - Parameter extent: The part of the chain to read.
  /// - Throws: ``SystemProblem`` if a system call fails.
  package func pinChain(
    reading extent: PinChain.Extent = .everything(nil)
  ) throws(Problem) -> PinChain {
    let reader = reader(extent)
    let directories = directories
    return try mappingFileErrors(try reader.chain(directories))
  }

  /// Reads the pins of the directory itself, without those of the directories above it. The link
  /// keeps the problems of unreadable files.
  ///
  /// - Parameter extent: The part of the chain to read.
  /// - Throws: ``SystemProblem`` if a system call fails.
  package func pinsOfDirectory(
    reading extent: PinChain.Extent = .everything(nil)
  ) throws(Problem) -> PinChain.Link {
    let reader = reader(extent)
    let directory = [directory]
    let chain = try mappingFileErrors(try reader.chain(directory))
    return chain.directories[0]
  }

  private func reader(_ extent: PinChain.Extent) -> PinChainReader {
    PinChainReader(
      root: root, environment: environment, platform: platform, extent: extent,
      files: files, formatPath: formatPath, isSealed: isSealed)
  }

  /// Returns whether the project is recorded as a user of its tools, or cannot be recorded because
  /// the root is read-only. Returns `true` without a project.
  ///
  /// The locks of recorded projects are sealed, so this looks for the seal. Nothing but the store
  /// tells whether another folder with a `.tool-version` is recorded.
  package func recordsProject() throws(Problem) -> Bool {
    if !root.isChangeable { return true }
    let project = try Project.folder(above: directories[0], environment)
    return project.map(isSealed) ?? true
  }

  /// Returns the tools that the directory requires, with its project.
  ///
  /// - Parameters:
  ///   - chain: The pins of the directory, or `nil` to read them.
  ///   - groups: The choice of a command, which takes precedence over the user's choice for the
  ///     project.
  ///   - isReading: Whether the tools are only run or listed. If so, what an unfinished merge
  ///     already decides counts. Otherwise, conflict markers are an error.
  ///   - isRelocking: Whether the lock is about to be rewritten. If so, it may have conflict
  ///     markers and stanzas that something contradicts, and only the other stanzas count.
  /// - Throws: ``Problem`` if the project, a `.tool-version`, or a variable is invalid.
  package func folderTools(
    _ chain: PinChain? = nil, with groups: GroupChoice = [], isReading: Bool = false,
    isRelocking: Bool = false
  ) throws(Problem) -> FolderTools {
    var project: Project?
    if let folder = try Project.folder(above: directories[0], environment) {
      project = try Project.load(
        folder, isRelocking: isRelocking, isSealed: isSealed(folder),
        despiteMergeOn: isReading ? platform : nil, groups: groupChoice(for: folder), in: files,
        environment, formatPath: formatPath)
    }
    let read = if let chain { chain } else { try pinChain(reading: .pinFiles) }
    return try FolderTools(project, read, with: groups, for: platform)
  }

  /// Returns the groups that the user chose for the project in a folder.
  package func groupChoice(for project: FilePath) -> GroupChoice {
    .stated(for: project, in: root, environment, formatPath: formatPath)
  }

  /// Returns the files of other users in the directory and above that are read only in continuous
  /// integration (``Environment/reads(_:)``), nearest first.
  ///
  /// - Parameter isWholeChain: Whether to include the files of other version managers, and the
  ///   folders above the nearest one with a manifest, lock, or pin file of the user. Otherwise,
  ///   these are left out, because nothing depends on them there.
  package func foreignFiles(isWholeChain: Bool = false) -> [ForeignFile] {
    let own: [PinFileKind] = [.toolVersion, .manifest, .lock]
    let kinds = isWholeChain ? own + IdiomaticFile.all.map { .idiomatic($0) } : own
    var foreign: [ForeignFile] = []
    for folder in directories {
      let files = kinds.map { folder.appending($0.name.description) }
      var hasOwnFile = false
      func examine(_ file: FilePath) {
        guard let status = (try? file.linkStatus()) ?? nil else { return }
        if !status.isTrustedFile, file.isForeign {
          // The link or the file that it leads to may be the foreign one.
          let target = (try? file.status()) ?? nil
          let owner = [0, FilePath.user].contains(status.owner) ? target?.owner : status.owner
          foreign.append(ForeignFile(path: formatPath(file), owner: owner ?? status.owner))
        } else {
          hasOwnFile = true
          if status.kind == .link, file.lastComponent == Toolfile.name,
            let linked = environment.linkedToolfile(in: folder)
          {
            for file in [linked, environment.lock(in: folder)] { examine(file) }
          }
        }
      }
      for file in files { examine(file) }
      if hasOwnFile, !isWholeChain { break }
    }
    return foreign
  }

  /// Returns the pins of projects that provide `executable` here but may not be used for it yet.
  /// Files that cannot be read are passed over.
  package func withheldPins(of executable: ExecutableName) throws(Problem) -> [WithheldPin] {
    let chain = try pinChain(reading: .everything(executable))
    let locked = Set(chain.directories.flatMap(\.providers))
    return chain.pinsOfFiles.filter { pin in
      pin.isInstalled(in: root)
        ? pin.installation(in: root)?.appending("bin").appending(executable.text).exists ?? false
        : locked.contains(pin.tool)
    }.compactMap { withheld([executable], of: $0) }
  }

  /// Returns the installations of `pins`, and renews the times of their last use. A missing tool
  /// that the directory does not require is skipped.
  ///
  /// - Parameters:
  ///   - pins: The pins in force whose tools may run.
  ///   - chain: The chain that the pins come from.
  /// - Throws: ``Problem`` with
  ///   ``SelectionProblem/notInstalled(_:directory:installed:isOtherContent:groups:)`` if
  ///   a required tool is missing, or with the failure to enter one of the folders. Without these
  ///   errors, a system program would run instead of the tool.
  package func installationsInUse(
    _ pins: [SelectedPin], of chain: PinChain
  ) throws(Problem) -> [PinnedInstallation] {
    var found: [PinnedInstallation] = []
    var tools: FolderTools?
    for pin in pins where pin.version != .system {
      if let folder = pin.installationInUse(in: root) {
        try mappingFileErrors { () throws(FileError) in try pin.checkIsReachable(in: root) }
        found.append(PinnedInstallation(pin: pin, folder: folder))
        continue
      }
      // The project is read only if a tool is missing, to keep the usual path fast.
      let loadedTools = if let tools { tools } else { try folderTools(chain, isReading: true) }
      tools = loadedTools
      if loadedTools.requiresInstallation(for: pin) { throw notInstalled(pin) }
    }
    return found
  }

  /// Checks the locks that state some of `pins` and that are not sealed. A seal says that the whole
  /// lock was checked before.
  ///
  /// - Throws: ``Problem/syntax(_:)`` if a lock is invalid, or contains artifacts of other versions
  ///   than it names.
  func checkLocks(of pins: [SelectedPin]) throws(Problem) {
    let folders = Set(pins.filter { $0.id != nil }.compactMap(\.folder))
    for folder in folders.sorted() where !isSealed(folder) {
      let path = environment.lock(in: folder)
      let name = formatPath(path)
      let lock: Lockfile?
      do {
        lock = try Lockfile.read(at: path, named: name, despiteMergeOn: platform, in: files)
      } catch {
        throw Problem(error, formatPath: formatPath)
      }
      if let problem = lock?.contradiction(in: path.parentDirectory, named: name) { throw problem }
    }
  }

  /// Returns the tools with an installation that provides the executable, according to its route.
  func providers(of executable: ExecutableName) throws(Problem) -> [ToolName] {
    try mappingFileErrors(try root.providers(of: executable))
  }
}
