package import Vocabulary

/// A reason a command cannot work with a project or its installations.
package enum ProjectProblem: Error, Hashable, Sendable {
  /// Neither `directory` nor any folder above it has a Toolfile. `guests` is what the nearest files
  /// of other version managers ask for, `passedOver` contains their lines that ask for nothing, and
  /// `installable` is a tool of these lines that a registry defines, or `nil` if there is none.
  case noManifest(
    directory: String, guests: [GuestRequest] = [], passedOver: [PassedOverPin] = [],
    installable: String? = nil)
  /// The user wants what the files of other version managers pin, but nothing in them can be
  /// installed. At least one of the lists has elements. The values are those of `noManifest`.
  case nothingToFollow(
    guests: [GuestRequest], passedOver: [PassedOverPin], installable: String?)
  /// A manifest or lock exists but cannot be read; `reason` is the system's error message.
  case unreadable(path: String, reason: String)
  /// The file had an error, but no longer had it when it was read again for the error message.
  case changedWhileRead(path: String)
  /// Other users have put these files where everybody can write, so they are not read.
  case foreignFiles([ForeignFile])
  /// The path leads to a folder, a pipe, or a device.
  case notAFile(path: String, EntryKind)
  /// The manifest, lock, or pin file is a symbolic link, and nothing exists at its target.
  case danglingLink(path: String, target: String)
  /// The path is a link out of its repository, so the file is not read, or not written.
  case linkOutside(path: String, isWritten: Bool)
  /// The Toolfile has no lock beside it.
  case noLock(toolfile: String)
  /// The lock does not match the manifest, and the command may not write it, as with `--frozen`.
  case lockIsStale(lock: String, LockDifference)
  /// The lock contains other artifacts than its sources publish.
  case lockDeviates([LockDeviation])
  /// The publishers of these versions differ from those in the lock.
  case publishersChanged([PublisherChange])
  /// No source has confirmed that it publishes what the lock contains for these versions.
  /// `directory` is the folder in which to install them, as messages show it, or `nil` for the
  /// working directory.
  case unconfirmed([WantedVersion], directory: String?)
  /// The root is inside the project, so a record of the user's consent may have come with it.
  case rootInProject(root: String, project: String)
  /// The lock does not cover the platform. `locked` lists the platforms that it covers.
  case unsupportedPlatform(String, lock: String, locked: [String])
  /// Several tools of the project share this environment variable.
  case collidingVariable(String, tools: [String])
  /// Several tools need a tool of this name, but from different places.
  case ambiguousNeed(String, neededBy: [String])
  /// The Toolfile has no group of this name. `known` lists its groups.
  case unknownGroup(String, known: [String])
  /// A tool is to be added to a group that the Toolfile does not have, but whose name is similar to
  /// that of another group.
  ///
  /// - Parameters:
  ///   - nearest: The groups with similar names, best match first.
  ///   - retry: The command line with the best match.
  ///   - creating: The command line that creates the group.
  case similarGroup(String, nearest: [String], retry: [String], creating: [String])
  /// Without these platforms, none would be left at `origin`. `retry` is the command line that adds
  /// another platform as well.
  case noPlatformLeft(Origin, retry: [String])
  /// No set of versions satisfies all requirements.
  case conflict(VersionConflict)
  /// The search for versions took too long. `tools` took part in the most conflicts, the most
  /// frequent first.
  /// `retry` contains the words of a command line with more time, or is empty.
  case undecided(tools: [String], seconds: Int, retry: [String] = [])
  /// `.tool-version` leaves a tool to the system, but the version on the system does not satisfy
  /// the requirements of other tools.
  ///
  /// - Parameters:
  ///   - path: The path of the program that the user names.
  ///   - version: The version of the program, or `nil` if it is unknown.
  ///   - needs: The requirements of other tools.
  ///   - pin: The location of the pin.
  case systemTool(String, path: String, version: String?, needs: [String], pin: Origin)
  /// The lock or the pins require these versions, but they are not installed.
  case notInstalled([WantedVersion])
  /// These installed versions lack a required executable.
  case damaged([WantedVersion])
  /// An earlier change of the root was interrupted, or another one is going on.
  case unfinishedWork
  /// The shims of these executables, or the files that say which tools provide them, are missing or
  /// were changed.
  case missingShims([String])
  /// Files that are not shims are in the place of shims.
  case occupiedShims([String])
  /// These folders of links to programs, which stand on `PATH`, were changed.
  case damagedViews([String])
  /// The folder to write exists.
  case folderExists(path: String)
  /// The root does not contain bootstrap, so there is nothing to copy.
  case noProgramsInRoot(path: String)
  /// The files of a tool cannot be copied, because a pin names the tool, but not the lock.
  case pinnedWithoutLock(tool: String, origin: Origin)
  /// `init` found an existing manifest.
  case manifestExists(path: String)
  /// A manifest cannot be edited without changing more than requested. `line` is what to write
  /// there by hand, or `nil` to remove what is there.
  case manifestNotEditable(Origin, line: String?)
  /// A manifest changed after it was read to be edited, so it was not written.
  case manifestChanged(path: String)
  /// The manifest at `origin` already declares the tool to add, and `add` changes no options.
  case declaredAlready(tool: String, origin: Origin)
  /// The Toolfile at `path` does not declare the tool to remove.
  ///
  /// - Parameters:
  ///   - nearest: Declared tools with similar names.
  ///   - requesters: The locked tools that need this one, which is why it is locked.
  case notDeclared(tool: String, path: String, nearest: [String], requesters: [String])
  /// No installed version of the tool matches the one to pin.
  ///
  /// - Parameters:
  ///   - version: The version, or the beginning of one, as typed.
  ///   - installed: The installed versions of the tool, oldest first.
  ///   - nearest: Tools with similar names.
  ///   - line: The command line that installs the version and pins it, or `nil` if no registry
  ///     defines the tool.
  case nothingToPin(
    tool: String, version: String, installed: [String], nearest: [String], line: String?)
  /// Neither the file nor one like it in a folder above pins any tool.
  case nothingPinned(file: String)
  /// Nothing pins the tool here, and the system has no program of its name. `installed` lists its
  /// installed versions, oldest first.
  case notPinned(tool: String, installed: [String])
  /// The file does not pin the tool.
  case notPinnedHere(tool: String, file: String)
  /// The variable, by which a shell selects the version of a tool, is not set.
  case notSelectedInShell(tool: String, variable: String)
  /// No version was selected in this shell that could be undone.
  case noPreviousVersion
  /// No installation matches. A `nil` version matches any installation of the tool.
  ///
  /// - Parameters:
  ///   - installed: The installed versions of the tool.
  ///   - nearest: Installed tools with similar names.
  case nothingInstalled(tool: String, version: String?, installed: [String], nearest: [String])
  /// No file of the project names the tool, except those that were passed over. `isInProject` is
  /// false where there is no project. `isDefined` is whether a registry of the user or of the
  /// program defines the tool, so that it can be installed.
  case unknownTool(
    String, nearest: [String], passedOver: [PassedOverPin] = [], isInProject: Bool = true,
    isDefined: Bool = true)

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .noManifest, .nothingToFollow, .noLock: .noManifest
    case .lockIsStale: .frozen
    case .lockDeviates, .publishersChanged: .corruptArtifact
    case .foreignFiles, .unconfirmed, .rootInProject: .notTrusted
    case .notInstalled, .damaged, .unfinishedWork, .missingShims, .occupiedShims, .damagedViews,
      .notPinnedHere,
      .notSelectedInShell,
      .noPreviousVersion, .nothingInstalled, .nothingToPin, .nothingPinned, .notPinned,
      .pinnedWithoutLock:
      .failure
    case .manifestExists, .folderExists, .linkOutside(_, isWritten: true): .cannotWrite
    case .manifestChanged: .locked
    case .unsupportedPlatform, .unknownTool, .notDeclared, .conflict, .undecided, .systemTool,
      .noProgramsInRoot:
      .notAvailable
    case .unknownGroup, .similarGroup, .noPlatformLeft, .declaredAlready: .usage
    case .collidingVariable, .ambiguousNeed, .unreadable, .changedWhileRead, .notAFile,
      .danglingLink, .linkOutside(_, isWritten: false), .manifestNotEditable:
      .unreadableManifest
    }
  }
}

/// A version of a tool that a pin or a lock requires.
package struct WantedVersion: Hashable, Sendable, CustomStringConvertible {
  package let tool: String
  package let version: String
  /// The pin that requires the version, or `nil` if the lock requires it.
  package let origin: Origin?
  /// Whether the version is installed, but only for a lock, and the pin has none.
  package let isLockOnly: Bool
  /// The tool that the registries define under another name, of which ``tool`` is an alias, or
  /// `nil` if it is none.
  package var aliasOf: String?

  /// Creates a required version. Omit `origin` if the lock requires it.
  package init(tool: String, version: String, origin: Origin? = nil, isLockOnly: Bool = false) {
    self.tool = tool
    self.version = version
    self.origin = origin
    self.isLockOnly = isLockOnly
  }

  /// The version as messages show it: `ruff 0.17.5` or `ruff 0.17.5 (.tool-version:1:1)`.
  package var description: String { "\(tool) \(version)" + (origin.map { " (\($0))" } ?? "") }
}
