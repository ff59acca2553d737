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
  /// The trash has no such version. `version` is `nil` for any, and `removed` lists what can be
  /// restored.
  case notInTrash(tool: String, version: String?, removed: [String])
  /// The trash has nothing to restore.
  case trashIsEmpty
  /// A manifest or lock exists but cannot be read; `reason` is the system's error message.
  case unreadable(path: String, reason: String)
  /// The file had an error, but no longer had it when it was read again for the error message.
  case changedWhileRead(path: String)
  /// Other users have put these files where everybody can write, so they are not read.
  case foreignFiles([ForeignFile])
  /// The path leads to a folder, a pipe, or a device.
  case notAFile(path: String, EntryKind)
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
  case undecided(tools: [String], seconds: Int)
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
  /// An earlier change of the root was interrupted.
  case unfinishedWork
  /// The folder to write exists.
  case folderExists(path: String)
  /// A bundle cannot contain a tool, because a pin names it, but not the lock.
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
  /// Known projects use the version to uninstall.
  case inUse(tool: String, version: String, projects: [String])
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
    case .notInstalled, .damaged, .unfinishedWork, .notPinnedHere, .inUse, .notSelectedInShell,
      .noPreviousVersion, .nothingInstalled, .nothingToPin, .nothingPinned, .notPinned,
      .notInTrash, .trashIsEmpty, .pinnedWithoutLock, .undecided:
      .failure
    case .manifestExists, .folderExists: .cannotWrite
    case .manifestChanged: .locked
    case .unsupportedPlatform, .unknownTool, .notDeclared, .conflict, .systemTool: .notAvailable
    case .unknownGroup, .similarGroup, .noPlatformLeft, .declaredAlready: .usage
    case .collidingVariable, .ambiguousNeed, .unreadable, .changedWhileRead, .notAFile,
      .manifestNotEditable:
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

/// The ways in which a lock differs from its manifest.
package struct LockDifference: Hashable, Sendable {
  /// A locked tool whose request has changed.
  package struct Change: Hashable, Sendable {
    /// The difference between the stanza of a tool and the request for it.
    package enum Aspect: Hashable, Sendable {
      /// The requirements differ.
      case wants(locked: [Want], wanted: [Want])
      /// The declarations differ in these keys or values.
      case declaration(locked: [DeclarationEntry], wanted: [DeclarationEntry])
      /// The stanza has no artifact for these required platforms.
      case artifacts(missing: [String])
    }

    /// A requirement and the file or tool that states it.
    package struct Want: Hashable, Sendable {
      /// The requirement as in a manifest, such as `~> 0.16`.
      package let requirement: String
      /// The file or tool that states the requirement, or `nil` for the Toolfile.
      package let requester: String?

      /// Creates a requirement. Pass `nil` as `requester` for the Toolfile.
      package init(requirement: String, requester: String?) {
        self.requirement = requirement
        self.requester = requester
      }
    }

    /// A key and value of a declaration, such as `package` and `ruff`.
    package struct DeclarationEntry: Hashable, Sendable {
      package let key: String
      package let value: String

      /// Creates a key and value as the `declares` line of a lock spells them.
      package init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
      }
    }

    package let tool: String
    package let aspect: Aspect
    package let origin: Origin

    /// Creates a change. `origin` is the location in the manifest, or the tool that has the need.
    package init(tool: String, _ aspect: Aspect, origin: Origin) {
      self.tool = tool
      self.aspect = aspect
      self.origin = origin
    }
  }

  /// A requested tool that is missing from the lock.
  package struct Addition: Hashable, Sendable {
    package let tool: String
    package let origin: Origin

    /// Creates an addition. `origin` is the location or tool that requests the tool.
    package init(tool: String, origin: Origin) {
      self.tool = tool
      self.origin = origin
    }
  }

  /// A locked version that the requirements in the lock itself exclude.
  package struct Mismatch: Hashable, Sendable {
    package let tool: String
    package let version: String
    /// The requirement that excludes the version, such as `< 3`.
    package let requirement: String
    /// The location or tool that states the requirement.
    package let origin: Origin

    /// Creates a mismatch. `requirement` has the form of a manifest.
    package init(tool: String, version: String, requirement: String, origin: Origin) {
      self.tool = tool
      self.version = version
      self.requirement = requirement
      self.origin = origin
    }
  }

  /// The tools to add to the lock.
  package var added: [Addition]
  /// The tools to remove from the lock.
  package var removed: [String]
  /// The locked tools whose requests have changed. A tool may occur several times.
  package var changed: [Change]
  /// The locked versions that the requirements in the lock itself exclude.
  package var mismatches: [Mismatch]
  /// The platforms that the lock must cover but does not.
  package var addedPlatforms: [String]
  /// The platforms that the lock covers but need not.
  package var removedPlatforms: [String]
  /// The registries that the Toolfile names, but the lock does not.
  package var addedRegistries: [String] = []
  /// The registries that the lock names, but the Toolfile does not.
  package var removedRegistries: [String] = []
  /// Whether the lock names the registries in another order. The order decides which definition of
  /// a tool applies.
  package var isReordered = false
  /// Whether an older bootstrap wrote the lock.
  package var isOutdated: Bool

  /// Creates a difference. Without arguments, the lock matches its manifest.
  package init(
    added: [Addition] = [], removed: [String] = [], changed: [Change] = [],
    mismatches: [Mismatch] = [], addedPlatforms: [String] = [], removedPlatforms: [String] = [],
    isOutdated: Bool = false
  ) {
    self.added = added
    self.removed = removed
    self.changed = changed
    self.mismatches = mismatches
    self.addedPlatforms = addedPlatforms
    self.removedPlatforms = removedPlatforms
    self.isOutdated = isOutdated
  }

  /// Whether the lock matches its manifest.
  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && mismatches.isEmpty
      && addedPlatforms.isEmpty && removedPlatforms.isEmpty && addedRegistries.isEmpty
      && removedRegistries.isEmpty && !isReordered && !isOutdated
  }
}
